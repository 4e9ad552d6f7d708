package io.taktstrom.spring;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.taktstrom.alarm.AlarmReceiverProvider;
import io.taktstrom.command.CommandSourceProvider;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Providers;
import io.taktstrom.stage.StageProvider;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * Providers that are beans, each in the place of the one of its type that the class path has. That one describes the type
 * while there are no beans yet; the bean does the work, with whatever was injected into it.
 */
final class ProviderBeans {

    private ProviderBeans() {}

    static Providers over(Providers classPath, ListableBeanFactory beans) {
        return new Providers(
                over(
                        classPath.connectors(),
                        ConnectorProvider.class,
                        beans,
                        each -> each.descriptor().scheme()),
                over(
                        classPath.sinks(),
                        SinkProvider.class,
                        beans,
                        each -> each.descriptor().type()),
                over(
                        classPath.stages(),
                        StageProvider.class,
                        beans,
                        each -> each.descriptor().type()),
                over(
                        classPath.commandSources(),
                        CommandSourceProvider.class,
                        beans,
                        each -> each.descriptor().type()),
                classPath.leaseStores(),
                over(
                        classPath.alarmReceivers(),
                        AlarmReceiverProvider.class,
                        beans,
                        each -> each.descriptor().type()),
                classPath.remedy());
    }

    private static <T> List<T> over(
            List<T> classPath, Class<T> type, ListableBeanFactory beans, Function<T, String> key) {
        Map<String, T> all = new LinkedHashMap<>();
        classPath.forEach(each -> all.put(key.apply(each), each));
        beans.getBeanProvider(type).orderedStream().forEach(each -> all.put(key.apply(each), each));
        return List.copyOf(all.values());
    }
}
