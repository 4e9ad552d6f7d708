package io.taktstrom.description;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.descriptor.Option;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;

/**
 * ADS and S7, for which there is no published binding: the connection's URI with the address in its query.
 *
 * @param key of the address in the query and in the vocabulary
 * @param prefix of the vocabulary
 */
record QueryBinding(String scheme, String key, String prefix) implements ProtocolBinding {

    @Override
    public String typeTerm() {
        return prefix + "type";
    }

    @Override
    public Target read(
            ConnectorDescriptor descriptor, Href href, PropertyForm form, ThingSecurity security, String jsonType) {
        String named = form.term(prefix + key);
        String address = named.isEmpty() ? href.query().getOrDefault(key, "") : named;
        if (address.isBlank()) {
            throw new IllegalArgumentException(
                    "names no " + key + "; write '/?" + key + "=...' as href, or the term " + prefix + key);
        }
        Map<String, String> options = new LinkedHashMap<>(href.query());
        options.remove(key);
        List<Option<?>> inPath = descriptor.pathOptions();
        String[] path = href.path().isEmpty() ? new String[0] : href.path().split(":", inPath.size());
        for (int i = 0; i < Math.min(path.length, inPath.size()); i++) {
            options.put(inPath.get(i).name(), path[i]);
        }
        return new Target(options, address, form.term(typeTerm()));
    }

    @Override
    public String base(ConnectorDescriptor descriptor, Endpoint endpoint) {
        Map<String, String> options = new LinkedHashMap<>(endpoint.options());
        options.keySet().removeIf(Bindings::isLocal);
        return descriptor.uri(new Endpoint(endpoint.scheme(), endpoint.host(), endpoint.port(), options));
    }

    @Override
    public boolean keeps(String option) {
        return !Bindings.isLocal(option);
    }

    @Override
    public List<PropertyForm> write(Endpoint endpoint, DataPoint point) {
        return List.of(new PropertyForm(
                "/?" + key + "=" + Href.encode(point.address()), Map.of(prefix + key, point.address())));
    }
}
