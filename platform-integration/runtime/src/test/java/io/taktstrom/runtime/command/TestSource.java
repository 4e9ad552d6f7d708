package io.taktstrom.runtime.command;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.taktstrom.command.Command;
import io.taktstrom.command.CommandAnswer;
import io.taktstrom.command.CommandContext;
import io.taktstrom.command.CommandGate;
import io.taktstrom.command.CommandSource;
import io.taktstrom.command.CommandSourceProvider;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.spi.Providers;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** A source whose sender is the test. */
final class TestSource implements CommandSourceProvider {

    private @Nullable CommandGate gate;
    private boolean refusing;
    private boolean refusingOnce;

    /** All that is on the class path, and this. */
    Providers providers() {
        Providers all = Providers.ofClassPath();
        return new Providers(all.connectors(), all.sinks(), all.stages(), List.of(this), "");
    }

    @Override
    public PartDescriptor descriptor() {
        return new PartDescriptor("test", "For tests.", List.of());
    }

    @Override
    public CommandSource open(OptionValues options, CommandContext context) throws IOException {
        if (refusing || refusingOnce) {
            refusingOnce = false;
            throw new IOException("refuses to open");
        }
        gate = context.gate();
        return () -> gate = null;
    }

    @Override
    public void check(OptionValues options, CommandContext context) {
        // It can always be opened.
    }

    /** From now on. */
    void refuseToOpen() {
        refusing = true;
    }

    /** The next time. */
    void refuseToOpenOnce() {
        refusingOnce = true;
    }

    CommandGate gate() {
        CommandGate now = gate;
        if (now == null) {
            throw new IllegalStateException("nothing runs");
        }
        return now;
    }

    CompletableFuture<CommandAnswer> send(String json) {
        CompletableFuture<CommandAnswer> answer = new CompletableFuture<>();
        gate().submit(new Command("the test", ByteBuffer.wrap(json.getBytes(StandardCharsets.UTF_8))), given -> {
            if (!answer.complete(given)) {
                throw new AssertionError("answered twice: " + json);
            }
        });
        return answer;
    }

    /** The answer's JSON as a map. */
    Map<String, Object> ask(String json) {
        return read(await(send(json)).json());
    }

    static CommandAnswer await(CompletableFuture<CommandAnswer> answer) {
        try {
            return answer.get(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("no answer", e);
        }
    }

    static Map<String, Object> read(String json) {
        return JsonMapper.builder().build().readValue(json, new TypeReference<>() {});
    }
}
