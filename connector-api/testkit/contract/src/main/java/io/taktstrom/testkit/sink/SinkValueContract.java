package io.taktstrom.testkit.sink;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import io.taktstrom.testkit.contract.AwkwardValues;
import org.junit.jupiter.api.Test;

/** What is published is what arrives. */
interface SinkValueContract extends SinkContractTest {

    private static List<DataType> types() {
        DataType recipe = new StructType(
                "ST_Recipe",
                List.of(
                        new StructType.Field("id", ScalarType.DINT, 0),
                        new StructType.Field("name", StringType.string(20), 4),
                        new StructType.Field("ok", ScalarType.BOOL, 25)),
                28);
        Stream<DataType> others = Stream.of(
                StringType.string(20),
                StringType.wstring(20),
                new ArrayType(ScalarType.INT, List.of(new ArrayType.Bound(0, 3))),
                new ArrayType(ScalarType.LREAL, List.of(new ArrayType.Bound(1, 2), new ArrayType.Bound(0, 1))),
                new ArrayType(recipe, List.of(new ArrayType.Bound(0, 1))),
                recipe,
                new EnumType(
                        "E_State",
                        ScalarType.INT,
                        List.of(new EnumType.Member("Idle", 0), new EnumType.Member("Running", 7))));
        return Stream.concat(Arrays.stream(ScalarType.values()), others).toList();
    }

    @Test
    default void valuesOfEveryTypeArriveAsTheyAre() throws IOException {
        SinkFeed feed = bench().feed();
        int n = 0;
        for (DataType type : types()) {
            ContractPoints point = ContractPoints.of("value." + n++, type);
            for (Object value : AwkwardValues.of(type)) {
                feed.publish(point.sample(value));
            }
        }
        bench().assertReceived(feed);
    }

    @Test
    default void textsWithOddCharactersArriveAsTheyAre() throws IOException {
        ContractPoints text = ContractPoints.of("text", StringType.wstring(200));
        SinkFeed feed = bench().feed();
        for (String odd : List.of(
                "",
                " ",
                "a b",
                "\"quoted\"",
                "it's",
                "comma, semicolon; tab\tend",
                "first\nsecond\r\nthird",
                "back\\slash \\n",
                "{\"json\":[1]}",
                "=1+1",
                "<b>&amp;</b>",
                "${env:HOME} %s {0}",
                "\u0001\u001b[31m\u007f\u0085",
                "\u202e\ufeff\u200b",
                "\u03a9 \ud834\udd1e \u00e4\u00df\u20ac",
                "null",
                "'; DROP TABLE samples; --")) {
            feed.publish(text.sample(odd));
        }
        bench().assertReceived(feed);
    }

    @Test
    default void namesOfPointsArriveAsTheyAre() throws IOException {
        SinkFeed feed = bench().feed();
        for (String name :
                List.of("press1.temp", "a/b#c+d", "MAIN.arr[3].x", "\u00f6l,\"druck\"", "nsu=urn:x;s=Speed")) {
            feed.publish(ContractPoints.of(name, ScalarType.DINT).sample(1));
        }
        bench().assertReceived(feed);
    }

    @Test
    default void aBadSampleArrivesWithItsStatusAndWithoutAValue() throws IOException {
        SinkFeed feed = bench().feed();
        for (DataType type :
                List.of(ScalarType.DINT, StringType.string(5), ScalarType.DT, types().get(types().size() - 2))) {
            ContractPoints point = ContractPoints.of("bad." + type.text().replaceAll("\\W", ""), type);
            SampleBatch batch = new SampleBatch(2, 1 << 10);
            batch.reset(point, ContractPoints.TIME, 0);
            batch.addBad(0, ContractPoints.TIME, StatusCode.BAD_NOT_CONNECTED);
            batch.addBad(0, SampleBatch.NO_TIME, StatusCode.withOverflow(StatusCode.BAD_DEVICE_FAILURE));
            feed.publish(batch);
        }
        bench().assertReceived(feed);
    }

    @Test
    default void statusesAndMarksOfLossArrive() throws IOException {
        bench().require(SinkFeatures.STATUS);
        SampleBatch batch = ContractPoints.counters("p", 1).count(0, 4);
        batch.setStatusAt(1, StatusCode.withOverflow(StatusCode.GOOD));
        batch.setStatusAt(2, StatusCode.UNCERTAIN);
        batch.setStatusAt(3, StatusCode.withOverflow(StatusCode.UNCERTAIN));
        SinkFeed feed = bench().feed();
        feed.publish(batch);
        bench().assertReceived(feed);
    }

    @Test
    default void timesArriveToTheNanosecondAndMayBeMissing() throws IOException {
        ContractPoints point = ContractPoints.counters("p", 1);
        SinkFeed feed = bench().feed();
        long value = 42;
        // Later and later: some receivers know no other order.
        for (long time : List.of(-1L, 0L, 1L, 999_999_999L, ContractPoints.TIME, SampleBatch.NO_TIME)) {
            SampleBatch batch = new SampleBatch(1, 0);
            batch.reset(point, time, 0);
            // Another value each time: some receivers keep changes only.
            batch.add(0, time, StatusCode.GOOD, value++);
            feed.publish(batch);
        }
        bench().assertReceived(feed);
    }

    /** A device that answers with other types after a restart, or a stream that has points of several scans. */
    @Test
    default void eachBatchSaysByItsGroupWhoseSamplesItHas() throws IOException {
        SinkFeed feed = bench().feed();
        ContractPoints numbers = ContractPoints.of("one", ScalarType.DINT);
        ContractPoints texts = ContractPoints.of("two", StringType.string(10));
        ContractPoints reals = ContractPoints.of("one", ScalarType.LREAL);
        feed.publish(numbers.sample(1), texts.sample("x"), reals.sample(1.5), numbers.sample(2));
        feed.publish(texts.sample("y"));
        feed.publish(reals.sample(2.5), texts.sample("z"));
        bench().assertReceived(feed);
    }

    @Test
    default void aBatchIsOursAgainWhenTheCallReturns() throws IOException {
        ContractPoints text = ContractPoints.of("text", StringType.string(20));
        List<SampleBatch> unit = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            unit.add(text.sample("number " + i));
        }
        SinkFeed feed = bench().feed();
        feed.publish(unit.toArray(SampleBatch[]::new));
        bench().assertReceived(feed);
    }
}
