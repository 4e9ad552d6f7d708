package io.taktstrom.sinks.http;

import java.io.IOException;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.sinks.format.OptionList;
import io.taktstrom.sinks.format.PayloadFormat;
import io.taktstrom.sinks.format.PayloadOptions;

/** Opens {@code type: http}. */
public final class HttpProvider implements SinkProvider {

    private static final OptionList OPTIONS = new OptionList();

    private static final Option<String> URL = HttpOptions.url(OPTIONS, "https://plant.example/samples");

    private static final Option<String> FORMAT = OPTIONS.format(PayloadFormat.JSON_ARRAY, PayloadFormat::holdsMany);

    /** Names and values, alternately. */
    private static final OptionType.Text HEADER_LIST =
            new OptionType.Text("|[^:;\\s]+:[^;]*(;[^:;]+:[^;]*)*", "headers such as 'X-Plant: north; X-Line: 7'");

    static final Option<String> HEADERS = OPTIONS.add(Option.text(
            "headers", HEADER_LIST, "", "Headers of each request: names and values, separated by semicolons."));

    static final Option<String> SECRET_HEADERS = OPTIONS.add(new Option<>(
            "secretHeaders", HEADER_LIST, "", true, "More headers whose values are secret, such as 'X-Api-Key: ...'."));

    private static final Option<Boolean> GZIP = HttpOptions.others(OPTIONS, false);

    private static final PartDescriptor DESCRIPTOR =
            new PartDescriptor("http", "Sends samples in batches, by POST to an HTTP server.", OPTIONS.all());

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        HttpTarget target = HttpTarget.open("HTTP receiver", options.get(URL), options, "Bearer", context);
        try {
            PayloadFormat format = PayloadFormat.of(options.get(FORMAT));
            target.header("Content-Type", format.contentType());
            addHeaders(target, options.get(HEADERS));
            addHeaders(target, options.get(SECRET_HEADERS));
            return target.sink(
                    options.get(GZIP), stream -> format.encoder(PayloadOptions.selection(options, stream)), true);
        } catch (IOException e) {
            target.close();
            throw e;
        }
    }

    static void addHeaders(HttpTarget target, String list) throws IOException {
        for (String header : list.isEmpty() ? new String[0] : list.split(";", -1)) {
            int colon = header.indexOf(':');
            target.header(
                    header.substring(0, colon).strip(),
                    header.substring(colon + 1).strip());
        }
    }
}
