package io.taktstrom.testkit;

/** What is wrong with a {@link MemoryConnection}, and how the contract finds out. */
enum Defect {
    SAYS_GOOD_OF_WHAT_IS_NOT_THERE("oneBadPointAmongAThousandCostsOneBadStatus", "the unknown point is Good"),
    MIXES_UP_POINTS("aReadOfManyPointsKeepsTheirOrder", "my_"),
    LOSES_A_SAMPLE("everyStepArrivesOnceAndInOrder", "Expected size: 2001 but was: 2000"),
    TAKES_REFUSED_SAMPLES_FOR_DELIVERED(
            "whatASinkDoesNotTakeGoesToTheSuccessorOrIsHandedOverForGood", "of both together"),
    CALLS_THE_SINK_AFTER_CLOSE("subscriptionsToTheSamePointDoNotMeddle", "samples after close"),
    WRITES_WHAT_IS_NOT_WRITABLE("aPointThatIsNotWritableIsNotSentAndTheOthersAre", "Bad_NotWritable"),
    TAKES_CLOSED_GROUPS("aClosedGroupIsRefused", "Expecting code to raise a throwable"),
    CLOSES_WITH_A_CAUSE("closingCompletesTheStageOnceAndWithoutACause", "as if it were lost"),
    ALLOCATES_PER_READ("aReadAllocatesNothing", "allocates on the chosen threads"),
    LEAKS_A_THREAD("noThreadOutlivesItsConnection", "Thread[leaked");

    /** The test of the contract that must fail. */
    final String caughtBy;

    /** What its failure must say, among other things. */
    final String failure;

    Defect(String caughtBy, String failure) {
        this.caughtBy = caughtBy;
        this.failure = failure;
    }
}
