package io.taktstrom.example;

import java.util.List;
import java.util.function.Supplier;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.stage.Stage;
import io.taktstrom.stage.StageOutput;
import io.taktstrom.stage.StageProvider;

/** {@code type: goodOnly}: passes on what is not Bad. */
public final class GoodOnly implements StageProvider {

    private static final PartDescriptor DESCRIPTOR =
            new PartDescriptor("goodOnly", "Example of a stage: leaves out Bad samples.", List.of());

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Supplier<Stage> open(OptionValues options) {
        return Filter::new;
    }

    private static final class Filter implements Stage {

        private final StageOutput output = new StageOutput();

        @Override
        public void process(SampleBatch in, SampleSink out) {
            SampleBatch passed = output.begin(in, in.group());
            for (int i = 0; i < in.size(); i++) {
                if (!StatusCode.isBad(in.statusAt(i))) {
                    passed.addFrom(in, i, in.group().typeAt(in.pointAt(i)));
                }
            }
            output.end(out);
        }
    }
}
