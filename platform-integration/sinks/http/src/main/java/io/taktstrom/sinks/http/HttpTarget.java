package io.taktstrom.sinks.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.model.CertificateHolder;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.format.PayloadEncoder;
import io.taktstrom.sinks.message.SinkThreads;
import io.taktstrom.sinks.message.UnitSink;
import io.taktstrom.sinks.tls.CertificateFailures;
import io.taktstrom.sinks.tls.Cleartext;
import io.taktstrom.sinks.tls.TlsFiles;
import org.jspecify.annotations.Nullable;

/**
 * The way to a receiver, for all inlets of a sink: the JDK's client, who we are, and how the receiver does. Thread-safe.
 *
 * <p>A receiver that asks for a pause ({@code Retry-After}) is left alone for that long, at most {@link #MAX_PAUSE}: requests
 * fail at once meanwhile. What is answered neither well nor with a status that blames the content is an {@link IOException},
 * so the unit comes again.
 */
public final class HttpTarget implements AutoCloseable {

    /** The longest pause that a receiver can ask for. */
    public static final Duration MAX_PAUSE = Duration.ofMinutes(5);

    private final String name;
    private final URI address;
    /** The address in messages. */
    private final String shown;

    private final List<String> headers = new ArrayList<>();
    private final Duration timeout;
    private final SinkContext context;
    private final ExecutorService workers;
    private final Set<Post> pending = ConcurrentHashMap.newKeySet();
    /** Null once it is closed: the JDK ends the client's thread when nothing refers to the client any more. */
    private volatile @Nullable HttpClient client;

    /** The server's certificate; null before it has shown one. */
    private volatile @Nullable X509Certificate known;

    private volatile long pauseEnd;
    /** Why the receiver wants a pause; empty for none. */
    private volatile String pause = "";

    private HttpTarget(String name, URI address, String shown, OptionValues options, String scheme, SinkContext context)
            throws IOException {
        this.name = name;
        this.address = address;
        this.shown = shown;
        this.context = context;
        timeout = options.get(HttpOptions.REQUEST_TIMEOUT);
        authorize(options, scheme);
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(options.get(HttpOptions.CONNECT_TIMEOUT));
        boolean secure = address.getScheme().equals("https");
        TlsFiles files = TlsFiles.of(options, context.paths(), secure, "write https:// in the url");
        files.tell(context.observer());
        if (secure) {
            builder.sslContext(files.context());
        }
        workers = Executors.newCachedThreadPool(SinkThreads.named("takt-http-" + context.name()));
        client = builder.executor(workers).build();
    }

    /**
     * Prepares the client; connects to nothing.
     *
     * @param type of the sink, for messages
     * @param url as the operator gave it
     * @param scheme what stands before a token in the header {@code Authorization}, such as {@code Bearer}
     * @throws IOException when the address is none, or a file of TLS cannot be used
     */
    public static HttpTarget open(String type, String url, OptionValues options, String scheme, SinkContext context)
            throws IOException {
        URI address = address(url, "url " + url);
        return new HttpTarget(type, address, address.toString(), options, scheme, context);
    }

    /**
     * The same for an address whose path may be a secret: messages have only its host.
     *
     * @throws IOException as {@link #open}
     */
    static HttpTarget openHidden(String type, String url, OptionValues options, SinkContext context)
            throws IOException {
        URI address = address(url, "its url");
        return new HttpTarget(
                type, address, address.getScheme() + "://" + address.getAuthority(), options, "Bearer", context);
    }

    private static URI address(String url, String shown) throws IOException {
        URI address;
        try {
            address = new URI(url);
        } catch (URISyntaxException e) {
            throw new IOException(shown + " is not an address: " + e.getReason() + "; write http://host:port/path");
        }
        if (address.getHost() == null) {
            throw new IOException(shown + " has no host; write http://host:port/path");
        }
        return address;
    }

    private void authorize(OptionValues options, String scheme) throws IOException {
        String token = options.get(HttpOptions.TOKEN);
        String user = options.get(HttpOptions.USER);
        if (!token.isEmpty() && !user.isEmpty()) {
            throw new IOException("specify either user and password or a token, not both");
        }
        if (!token.isEmpty()) {
            header("Authorization", scheme + " " + token);
        } else if (!user.isEmpty()) {
            String both = user + ":" + options.get(HttpOptions.PASSWORD);
            String basic = Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8));
            header("Authorization", "Basic " + basic);
        } else {
            return;
        }
        if (address.getScheme().equals("http")) {
            Cleartext.tell(address.getHost(), shown, "use https://", context.observer());
        }
    }

    /**
     * Adds a header to each request. Before the first one.
     *
     * @throws IOException when there can be no such header; the message does not have its value
     */
    public void header(String header, String value) throws IOException {
        try {
            HttpRequest.newBuilder(address).header(header, value);
        } catch (IllegalArgumentException e) {
            // The cause might show a secret.
            throw new IOException("the header " + header
                    + " cannot be sent: it is reserved by the client, or has invalid characters");
        }
        headers.add(header);
        headers.add(value);
    }

    SinkContext context() {
        return context;
    }

    /**
     * A sink of this receiver, which ends with it.
     *
     * @param gzip whether bodies are compressed
     * @param encoders makes an encoder for a stream of this name
     * @param keyed whether requests have an {@code Idempotency-Key}
     */
    public Sink sink(boolean gzip, Function<String, PayloadEncoder> encoders, boolean keyed) {
        // Units are numbered from 1 each time a sink is opened: this tells one time from another.
        String opened = UUID.randomUUID().toString();
        AtomicInteger inlets = new AtomicInteger();
        return new UnitSink(
                stream -> new HttpInlet(
                        this,
                        () -> new RequestBody(encoders.apply(stream), gzip),
                        keyed ? opened + "-" + inlets.incrementAndGet() : null),
                this::close);
    }

    /**
     * Sends a body.
     *
     * @param key tells the receiver whether it has these samples; null for none
     * @param gzip whether the body is compressed
     * @param body stays as it is until the request is answered; backed by an array
     * @throws IOException when nothing was sent, because the receiver wants a pause, or this is closed
     */
    Post post(@Nullable String key, boolean gzip, ByteBuffer body) throws IOException {
        HttpClient current = client;
        if (current == null) {
            throw new IOException("the sink is closed");
        }
        EpochNanoClock clock = context.clock();
        if (!pause.isEmpty() && pauseEnd - clock.nanoTime() > 0) {
            throw new IOException(pause);
        }
        pause = "";
        // Without a timeout of its own: Java 17 counts that by the wall clock, and a clock that is set forward would
        // end the request.
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .POST(HttpRequest.BodyPublishers.ofByteArray(
                        body.array(), body.arrayOffset() + body.position(), body.remaining()));
        for (int i = 0; i < headers.size(); i += 2) {
            request.header(headers.get(i), headers.get(i + 1));
        }
        if (key != null) {
            request.header("Idempotency-Key", key);
        }
        if (gzip) {
            request.header("Content-Encoding", "gzip");
        }
        Post post = new Post(current, request.build(), body.remaining());
        pending.add(post);
        if (client == null) {
            post.cancel();
            throw new IOException("the sink is closed");
        }
        return post;
    }

    /** A request on its way, to be waited for or cancelled. For the thread that began it. */
    final class Post {

        private final CompletableFuture<HttpResponse<String>> exchange;
        private final CompletableFuture<HttpResponse<String>> response;
        private final int bytes;
        /** How long it took; written before the response is there. */
        private volatile long nanos;

        private Post(HttpClient current, HttpRequest request, int bytes) {
            this.bytes = bytes;
            long begin = context.clock().nanoTime();
            exchange = current.sendAsync(request, info -> HttpReply.beginning());
            response = exchange.thenApply(answered -> {
                nanos = context.clock().nanoTime() - begin;
                return answered;
            });
        }

        /**
         * Waits for the answer.
         *
         * @return an answer that says that all is taken, or what is wrong with what was sent
         * @throws IOException when none comes in time, or one that blames something else
         */
        HttpReply answer() throws IOException {
            try {
                HttpResponse<String> answered = awaited(response);
                context.observer().onRequestCompleted(bytes, nanos);
                return checked(answered);
            } finally {
                cancel();
            }
        }

        /** Breaks it off, or does nothing when it is over. */
        void cancel() {
            exchange.cancel(true);
            pending.remove(this);
        }
    }

    private HttpReply checked(HttpResponse<String> response) throws IOException {
        response.sslSession().ifPresent(this::tellCertificate);
        HttpReply answer = new HttpReply(response.statusCode(), response.body());
        if (!answer.isTaken() && !answer.isTooLarge() && !answer.isWrong()) {
            String what = "publish to " + name + " at " + shown + ": " + answer + "; " + remedy(response);
            pause(response, what);
            throw new IOException(what);
        }
        return answer;
    }

    private void tellCertificate(SSLSession session) {
        try {
            if (session.getPeerCertificates()[0] instanceof X509Certificate shown && !shown.equals(known)) {
                known = shown;
                context.observer()
                        .onCertificate(
                                CertificateHolder.PEER, shown.getNotAfter().toInstant());
            }
        } catch (SSLPeerUnverifiedException e) {
            // It shows none.
        }
    }

    private HttpResponse<String> awaited(CompletableFuture<HttpResponse<String>> response) throws IOException {
        String what = "publish to " + name + " at " + shown;
        try {
            return response.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            throw SinkThreads.interrupted(what, e);
        } catch (TimeoutException e) {
            throw late(what, e);
        } catch (ExecutionException e) {
            if (client == null) {
                throw new IOException("the sink is closed", e);
            }
            Throwable cause = e.getCause() == null ? e : e.getCause();
            if (cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException) {
                throw new IOException(what + ": cannot connect; is it running, and is this its address?", cause);
            }
            if (cause instanceof HttpTimeoutException) {
                throw late(what, cause);
            }
            throw new IOException(what + ": " + CertificateFailures.inWords(cause) + "; trying again", cause);
        }
    }

    private IOException late(String what, Throwable cause) {
        return new IOException(
                what + ": no answer within " + timeout.toMillis() + " ms; a larger requestTimeout gives it more time",
                cause);
    }

    private void pause(HttpResponse<?> response, String why) {
        long seconds = response.headers()
                .firstValue("Retry-After")
                .filter(text -> text.matches("\\d{1,6}"))
                .map(Long::parseLong)
                .orElse(0L);
        if (seconds > 0) {
            pauseEnd = context.clock().nanoTime() + Math.min(seconds * 1_000_000_000L, MAX_PAUSE.toNanos());
            pause = why;
        }
    }

    private static String remedy(HttpResponse<?> response) {
        return switch (response.statusCode()) {
            case 401, 403 -> "correct user, password or token, or what they may do there";
            case 404 -> "correct the address, or create what it names";
            case 301, 302, 303, 307, 308 ->
                "use the address that it moved to: "
                        + response.headers().firstValue("Location").orElse("not stated");
            case 405, 415 -> "POST or the format is not accepted; use another address or format";
            case 429 -> "too many requests; trying again";
            default -> "trying again";
        };
    }

    /** Breaks what is going on. Idempotent. */
    @Override
    public void close() {
        client = null;
        pending.forEach(Post::cancel);
        workers.shutdown();
    }
}
