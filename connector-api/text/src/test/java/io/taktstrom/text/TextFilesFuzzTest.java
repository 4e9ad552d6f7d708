package io.taktstrom.text;

import java.nio.file.Path;
import java.util.stream.Stream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.testkit.peer.FuzzedParser;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of anything: nodes, or problems; never an exception. */
class TextFilesFuzzTest {

    static Stream<byte[]> examples() {
        return FuzzedParser.files(Path.of("../../docs/examples"), ".yaml");
    }

    static Stream<byte[]> anyTextIsNodesOrProblemsSeeds() {
        return FuzzedParser.texts(
                "a: [1, 'b', \"\\u0041\"]\n", "&a {*a : !!x |+\n b}", "%YAML 1.2\n---\n? a\n: >-\n  b\n...");
    }

    @MethodSource("examples")
    @MethodSource("anyTextIsNodesOrProblemsSeeds")
    @FuzzTest(maxDuration = "3m")
    void anyTextIsNodesOrProblems(byte[] bytes) {
        FuzzedParser.check(bytes.length, () -> {
            Problems problems = new Problems("a.yaml");
            Node root =
                    YamlText.read("a.yaml", FuzzedParser.text(bytes), problems, new NodeBudget(NodeBudget.STANDARD));
            if (root == null && problems.count() == 0) {
                throw new AssertionError("no root, and no problem");
            }
            problems.sorted().forEach(FuzzedParser::show);
        });
    }

    static Stream<byte[]> anyTextIsATableOrProblemsSeeds() {
        return FuzzedParser.texts("id,on,labels.line\n\"a\"\"b\",c,\n", "a;b\r\n1;\"x\ny\"\r\n", "a\tb\n\n");
    }

    @MethodSource("anyTextIsATableOrProblemsSeeds")
    @FuzzTest(maxDuration = "3m")
    void anyTextIsATableOrProblems(byte[] bytes) {
        FuzzedParser.check(bytes.length, () -> {
            Problems problems = new Problems("a.csv");
            int[] rows = new int[1];
            CsvText.Rows consumer = new CsvText.Rows() {
                @Override
                public String key(String column) {
                    return column;
                }

                @Override
                public void header(Node.Mapping columns) {
                    rows[0] -= columns.entries().isEmpty() ? 1 : 0;
                }

                @Override
                public void row(Node.Mapping row) {
                    rows[0]++;
                }
            };
            boolean read = CsvText.read("a.csv", FuzzedParser.text(bytes), problems, new NodeBudget(1000), consumer);
            if (!read && problems.count() == 0) {
                throw new AssertionError("not read, and no problem");
            }
            if (rows[0] > bytes.length) {
                throw new AssertionError(rows[0] + " rows of " + bytes.length + " bytes");
            }
        });
    }
}
