package io.taktstrom.oktoflow.ivml;

import java.util.Map;

/**
 * A field of a record of an interface, nested ones by their path.
 *
 * @param path of the interface and of the fields around it, with the separator that the model has
 * @param own what a field of ours says beside
 */
record ModelField(String path, String name, Map<String, String> own, Mark at) {

    String address() {
        return own.getOrDefault("address", path + name);
    }
}
