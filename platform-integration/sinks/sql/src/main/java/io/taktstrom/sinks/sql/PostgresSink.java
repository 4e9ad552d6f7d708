package io.taktstrom.sinks.sql;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sinks.format.Template;

/** A database. Each inlet has a connection of its own, so that units of several streams do not wait for each other. */
final class PostgresSink implements Sink {

    private final OptionValues options;
    private final SinkContext context;
    private final Server server;
    private final ScheduledThreadPoolExecutor watch;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private volatile SinkHealth health = SinkHealth.WELL;
    private volatile boolean closed;

    PostgresSink(OptionValues options, SinkContext context) throws IOException {
        this.options = options;
        this.context = context;
        server = Server.of(options, context);
        watch = new ScheduledThreadPoolExecutor(1, work -> {
            Thread thread = new Thread(work, "takt-sql-watch-" + context.name());
            thread.setDaemon(true);
            return thread;
        });
        watch.setRemoveOnCancelPolicy(true);
    }

    @Override
    public SinkInlet inlet(String stream, List<DataPoint> points) throws IOException {
        requireOpen();
        Link link =
                new Link(server, new TimeLimit(watch, server.requestTimeout().toNanos()));
        links.add(link);
        if (closed) {
            link.abandon();
        }
        return new PostgresInlet(this, link, layout(stream, link));
    }

    private Layout layout(String stream, Link link) {
        Catalog catalog = new Catalog(
                link, options.get(PostgresOptions.CREATE), options.get(PostgresOptions.HYPERTABLE), context.observer());
        String schema = options.get(PostgresOptions.SCHEMA);
        Template tables = named(options.get(PostgresOptions.TABLE), stream);
        if (options.get(PostgresOptions.LAYOUT).equals(PostgresOptions.WIDE)) {
            Template columns = named(options.get(PostgresOptions.COLUMN), stream);
            return new WideLayout(schema, tables, columns, catalog, context.clock());
        }
        List<String> extra = options.get(PostgresOptions.EXTRA).stream()
                .filter(name -> !name.equals(PostgresOptions.NONE))
                .toList();
        return new NarrowLayout(schema, tables, extra, stream, catalog);
    }

    private Template named(Template template, String stream) {
        return template.with(Template.Name.STREAM, stream).with(Template.Name.SINK, context.name());
    }

    void requireOpen() throws IOException {
        if (closed) {
            throw new IOException("sink " + context.name() + " is closed");
        }
    }

    void forget(Link link) {
        links.remove(link);
    }

    long nanoTime() {
        return context.clock().nanoTime();
    }

    void answered(long bytes, long beganNanos) {
        context.observer().onRequestCompleted(bytes, nanoTime() - beganNanos);
    }

    void isWell() {
        if (!health.well()) {
            health = SinkHealth.WELL;
        }
    }

    void isUnwell(IOException failure) {
        health = SinkHealth.unwell(String.valueOf(failure.getMessage()));
    }

    @Override
    public SinkHealth health() {
        return health;
    }

    @Override
    public void close() {
        closed = true;
        links.forEach(Link::abandon);
        links.clear();
        watch.shutdownNow();
    }
}
