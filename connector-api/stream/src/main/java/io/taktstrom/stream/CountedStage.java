package io.taktstrom.stream;

import io.taktstrom.stage.Stage;

/** A stage that says why it does not pass samples on. */
public interface CountedStage extends Stage {

    /** The reason under which its missing samples are counted. */
    DropReason reason();
}
