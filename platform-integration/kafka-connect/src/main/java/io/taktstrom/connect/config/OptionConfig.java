package io.taktstrom.connect.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.descriptor.OptionValues;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/** Options as Connect knows them: each with its default, its check and its text, made of the one description that there is. */
public final class OptionConfig {

    private static final String DEPLOYMENT = "Deployment";
    private static final List<Option<?>> OF_DEPLOYMENT = List.of(DeploymentOption.FILE, DeploymentOption.TEXT);

    private OptionConfig() {}

    /**
     * The definition of these options, in their order.
     *
     * @param group of those that do not say which deployment it is
     */
    public static ConfigDef of(List<Option<?>> options, String group) {
        ConfigDef definition = new ConfigDef();
        int order = 1;
        for (Option<?> option : options) {
            ConfigDef.Recommender recommended = recommended(option);
            boolean ofDeployment = OF_DEPLOYMENT.contains(option);
            definition.define(
                    option.name(),
                    option.secret() ? ConfigDef.Type.PASSWORD : ConfigDef.Type.STRING,
                    option.required() ? ConfigDef.NO_DEFAULT_VALUE : option.defaultText(),
                    new Check(option),
                    option.required() || ofDeployment ? ConfigDef.Importance.HIGH : ConfigDef.Importance.MEDIUM,
                    option.description() + " " + option.type().describe() + ".",
                    ofDeployment ? DEPLOYMENT : group,
                    order++,
                    recommended == null ? ConfigDef.Width.LONG : ConfigDef.Width.SHORT,
                    displayName(option.name()),
                    recommended);
        }
        return definition;
    }

    /** {@code answers.topic} as Answers topic. */
    private static String displayName(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1).replace('.', ' ');
    }

    /** The values of these options that a connector was given; what is not among them is Connect's own. */
    public static OptionValues values(String owner, List<Option<?>> options, Map<String, String> given) {
        Map<String, String> ours = new HashMap<>();
        for (Option<?> option : options) {
            String text = given.get(option.name());
            if (text != null) {
                ours.put(option.name(), text);
            }
        }
        return new OptionValues(owner, ours);
    }

    /** Adds a problem to an option's value. */
    public static void tell(Config config, String option, String problem) {
        for (ConfigValue value : config.configValues()) {
            if (value.name().equals(option)) {
                value.addErrorMessage(problem);
            }
        }
    }

    private static ConfigDef.@Nullable Recommender recommended(Option<?> option) {
        List<Object> values;
        if (option.type() instanceof OptionType.Choice choice) {
            values = List.copyOf(choice.choices());
        } else if (option.type() instanceof OptionType.Flag) {
            values = List.of("true", "false");
        } else {
            return null;
        }
        return new ConfigDef.Recommender() {
            @Override
            public List<Object> validValues(String name, Map<String, Object> parsed) {
                return values;
            }

            @Override
            public boolean visible(String name, Map<String, Object> parsed) {
                return true;
            }
        };
    }

    /** Says what the option's type says. */
    private record Check(Option<?> option) implements ConfigDef.Validator {

        @Override
        public void ensureValid(String name, @Nullable Object value) {
            if (value == null) {
                return;
            }
            String text = value instanceof Password password ? password.value() : value.toString();
            try {
                option.type().parse(text);
            } catch (IllegalArgumentException e) {
                throw new ConfigException(
                        option.secret()
                                ? name + ": its value is not " + option.type().describe()
                                : name + ": " + e.getMessage());
            }
        }

        @Override
        public String toString() {
            return option.type().describe();
        }
    }
}
