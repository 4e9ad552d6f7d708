package io.taktstrom.deployment.grammar;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** Shapes of which a mapping has one. */
public sealed interface Choice {

    List<Shape> shapes();

    /**
     * The value of one key says which.
     *
     * @param key the key, which every shape has besides its own fields
     * @param description one sentence about the key
     * @param remedy how to have one that is not among them; empty where there is no way
     */
    record ByValue(String key, String description, List<Shape> shapes, String remedy) implements Choice {

        public ByValue {
            shapes = List.copyOf(shapes);
        }

        public @Nullable Shape shape(String value) {
            for (Shape shape : shapes) {
                if (shape.name().equals(value)) {
                    return shape;
                }
            }
            return null;
        }

        public List<String> names() {
            return shapes.stream().map(Shape::name).toList();
        }
    }

    /** A key that only one shape has says which; without any of them it is the last. */
    record ByKey(List<Shape> shapes) implements Choice {

        public ByKey {
            shapes = List.copyOf(shapes);
        }
    }

    /** There is but one. */
    record Only(Shape shape) implements Choice {

        @Override
        public List<Shape> shapes() {
            return List.of(shape);
        }
    }
}
