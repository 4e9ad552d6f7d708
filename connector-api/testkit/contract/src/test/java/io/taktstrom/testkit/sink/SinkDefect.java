package io.taktstrom.testkit.sink;

/** What is wrong with a {@link MemorySink}, and how the contract finds out. */
enum SinkDefect {
    ACKNOWLEDGES_TOO_EARLY("whatIsAcknowledgedIsWithTheReceiver", "samples of p0"),
    DOES_NOT_WAIT_FOR_THE_ANSWER("aReceiverThatDoesNotAnswerHasNotAcknowledged", "returned without an answer"),
    KEEPS_THE_BATCH("aBatchIsOursAgainWhenTheCallReturns", "the receiver has"),
    REVERSES_A_UNIT("samplesArriveInTheOrderInWhichTheyCame", "the receiver has"),
    KEEPS_WHAT_FAILED("aUnitThatFailedIsForgotten", "samples of p0"),
    LOSES_WHAT_FAILED("afterAnOutageTheUnitIsDeliveredAgainAndNothingIsMissing", "Expecting code to raise"),
    SWALLOWS_AN_OUTAGE("theAccountingBalancesWhateverHappens", "acknowledged what a receiver that is away cannot have"),
    GIVES_UP_IN_AN_OUTAGE("whileTheReceiverIsAwayPublishFailsSoThatTheUnitIsTriedAgain", "java.io.IOException"),
    GIVES_UP_WHEN_IT_IS_FULL("aFullReceiverCostsNoSample", "java.io.IOException"),
    KEEPS_THE_FIRST_GROUP("eachBatchSaysByItsGroupWhoseSamplesItHas", "sample 1 of one"),
    MIXES_UP_INLETS("unitsOfTwoInletsMayOverlap", "all that the receiver has"),
    SHOWS_BAD_VALUES("aBadSampleArrivesWithItsStatusAndWithoutAValue", "sent null"),
    STRIPS_MARKS("statusesAndMarksOfLossArrive", "status of sample 1"),
    ROUNDS_TIMES("timesArriveToTheNanosecondAndMayBeMissing", "source time of sample 0"),
    CUTS_TEXTS("textsWithOddCharactersArriveAsTheyAre", "the receiver has"),
    DROPS_WHAT_IS_REFUSED_IN_SILENCE("whatTheReceiverWillNeverTakeIsRefusedAloneWithAReason", "samples refused of 7"),
    FAILS_THE_UNIT_OF_WHAT_IS_REFUSED("whatTheReceiverWillNeverTakeIsRefusedAloneWithAReason", "never"),
    IGNORES_THE_NUMBER("aUnitThatIsDeliveredAgainIsRecognisedByItsNumber", "sample 3 of p0"),
    ACKNOWLEDGES_AFTER_THE_END("nothingIsAcknowledgedAfterTheEnd", "Expecting code to raise a throwable"),
    PUBLISHES_WHAT_IS_INCOMPLETE("aUnitThatWasNeverCompletedIsNotPublishedByClosing", "Expecting empty"),
    CLOSES_TWICE("closingTwiceIsClosingOnce", "closed already"),
    ENDS_WITH_ITS_FIRST_INLET("closingAnInletLeavesTheOthersOpen", "closed"),
    FORGETS_WHEN_OPENED_AGAIN("whatWasPublishedIsThereWhenTheSinkIsOpenedAgain", "samples of before0"),
    OPENS_WHATEVER_HAPPENS("aSinkThatCannotBeUsedSaysSoWhenItIsOpened", "Expecting code to raise a throwable"),
    IGNORES_INTERRUPTS("anInterruptEndsACallThatHangs", "TimeoutException"),
    IS_ALWAYS_WELL("healthFollowsTheReceiver", "well after a failure"),
    LEAKS_A_THREAD("noThreadOutlivesItsSink", "leaked"),
    ALLOCATES_PER_SAMPLE("publishingAllocatesNothing", "allocates on the calling thread"),
    CHANGES_ITS_DESCRIPTOR("theDescriptorIsTheSameEachTime", "memory");

    /** The test of the contract that must fail. */
    final String caughtBy;

    /** What its failure must say, among other things. */
    final String failure;

    SinkDefect(String caughtBy, String failure) {
        this.caughtBy = caughtBy;
        this.failure = failure;
    }
}
