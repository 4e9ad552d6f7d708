package io.taktstrom.s7.simulator.model;

/** A key of a mapping and where it stands; two are equal if their names are. */
record YamlKey(String name, int line, int column) {

    @Override
    public boolean equals(Object other) {
        return other instanceof YamlKey key && key.name.equals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    ModelException wrong(String message) {
        return new ModelException(line, column, message);
    }
}
