package io.taktstrom.stream.log;

/**
 * Whose samples a log holds. It stands in each file of the log, so that it is not taken for another's.
 *
 * @param deployment the deployment file's name, without its folder, so that both can be moved together
 * @param stream the stream's name
 * @param sink the sink's name
 */
public record LogIdentity(String deployment, String stream, String sink) {

    @Override
    public String toString() {
        return "stream " + stream + " to " + sink + " of " + deployment;
    }
}
