package io.taktstrom.simulation;

/** A key of a mapping and where it stands; two are equal if their names are. */
public record YamlKey(String name, int line, int column) {

    @Override
    public boolean equals(Object other) {
        return other instanceof YamlKey key && key.name.equals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    /** The error that something is wrong with this key. */
    public ModelException wrong(String message) {
        return new ModelException(line, column, message);
    }
}
