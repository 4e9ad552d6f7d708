package io.taktstrom.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.command.Command;
import io.taktstrom.command.CommandAnswer;
import io.taktstrom.command.CommandContext;
import io.taktstrom.command.CommandGate;
import io.taktstrom.command.CommandOutcome;
import io.taktstrom.command.CommandSource;
import io.taktstrom.command.CommandSourceProvider;
import io.taktstrom.data.EpochNanoClock;

/**
 * A gate without a device behind it: a command is done the first time, and repeated from then on. What has no {@code "id"} is
 * refused. Thread-safe.
 */
public final class TestGate implements CommandGate {

    private static final Pattern ID = Pattern.compile("\"id\" *: *\"([^\"]*)\"");

    private final List<Command> commands = new CopyOnWriteArrayList<>();
    private final List<String> notices = new CopyOnWriteArrayList<>();
    private final Set<String> ids = new HashSet<>();
    private final List<Runnable> held = new ArrayList<>();
    private boolean holding;

    /** Opens a source whose commands come here; it is called {@code test}. */
    public CommandSource open(CommandSourceProvider provider, Map<String, String> options) throws IOException {
        return provider.open(
                provider.descriptor().values("test", options),
                new CommandContext("test", Path::of, EpochNanoClock.system(), this, notices::add));
    }

    @Override
    public synchronized void submit(Command command, Consumer<CommandAnswer> onAnswer) {
        commands.add(command);
        CommandAnswer answer = answer(text(command));
        if (holding) {
            held.add(() -> onAnswer.accept(answer));
        } else {
            onAnswer.accept(answer);
        }
    }

    private CommandAnswer answer(String text) {
        Matcher id = ID.matcher(text);
        if (!id.find()) {
            return answer("", CommandOutcome.REFUSED);
        }
        return answer(id.group(1), ids.add(id.group(1)) ? CommandOutcome.DONE : CommandOutcome.REPEATED);
    }

    private static CommandAnswer answer(String id, CommandOutcome outcome) {
        return new CommandAnswer(id, outcome, "{\"id\":\"" + id + "\",\"outcome\":\"" + outcome.text() + "\"}");
    }

    @Override
    public void turnAway(String sender, String why) {
        notices.add("turned away " + sender + ": " + why);
    }

    /** From now on answers are kept back, as by a device that is slow. */
    public synchronized void hold() {
        holding = true;
    }

    /** Gives the answers that were kept back, the last one first, and holds no more. */
    public synchronized void release() {
        holding = false;
        for (int i = held.size() - 1; i >= 0; i--) {
            held.get(i).run();
        }
        held.clear();
    }

    /** All that has come, in order, as text. */
    public List<String> texts() {
        return commands.stream().map(TestGate::text).toList();
    }

    /** Who has sent it, in the same order. */
    public List<String> senders() {
        return commands.stream().map(Command::sender).toList();
    }

    private static String text(Command command) {
        return StandardCharsets.UTF_8.decode(command.text()).toString();
    }

    /** What an operator was told. */
    public List<String> notices() {
        return List.copyOf(notices);
    }
}
