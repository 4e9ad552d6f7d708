package io.taktstrom.testkit.contract;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Glob;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.Connection;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What the device has can be found, page by page. */
interface BrowseContract extends ContractTest {

    /** Enough for every simulator; on a large device the contract looks at the beginning only. */
    int MAX_NODES = 2000;

    @Test
    default void browsingFindsEveryVariableWithItsType() throws Exception {
        List<BrowseNode> nodes = browse(browser(), BrowseFilter.ALL, 100);
        assertThat(nodes).extracting(BrowseNode::address).doesNotHaveDuplicates();
        for (Variable variable : bench().device().variables()) {
            BrowseNode node = nodes.stream()
                    .filter(found -> found.address().equals(variable.address()))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(variable.address() + " is not found"));
            assertThat(node.type()).as(variable.address()).isEqualTo(variable.type());
            assertThat(node.typeName()).as(variable.address()).isNotBlank();
        }
    }

    @Test
    default void pagesOfOneAndLargePagesGiveTheSame() throws Exception {
        Connection connection = browser();
        List<BrowseNode> large = browse(connection, BrowseFilter.ALL, MAX_NODES);
        assertThat(browse(connection, BrowseFilter.ALL, 1)).isEqualTo(large);
        assertThat(browse(connection, BrowseFilter.ALL, 7)).isEqualTo(large);
    }

    @Test
    default void everyNodeWithATypeCanBeResolved() throws Exception {
        Connection connection = browser();
        List<BrowseNode> nodes = browse(connection, BrowseFilter.ALL, 100).stream()
                .filter(node -> node.type() != null)
                .toList();
        PointGroup group = connection.resolve(
                nodes.stream().map(node -> DataPoint.of(node.address())).toList());
        for (int i = 0; i < nodes.size(); i++) {
            Bench.assertGood(group.statusAt(i), nodes.get(i).address());
            assertThat(group.typeAt(i))
                    .as(nodes.get(i).address())
                    .isEqualTo(nodes.get(i).type());
        }
    }

    @Test
    default void aPatternFindsWhatItMatchesAndNothingElse() throws Exception {
        Connection connection = browser();
        List<BrowseNode> all = browse(connection, BrowseFilter.ALL, 100);
        String address = bench().device().counter().address();
        String half = address.substring(0, (address.length() + 1) / 2);
        for (String pattern :
                List.of(address, half + "**", "**" + address.substring(address.length() / 2), "*", "no such")) {
            Glob glob = Glob.of(pattern);
            assertThat(browse(connection, BrowseFilter.matching(pattern), 5))
                    .as(pattern)
                    .isEqualTo(all.stream()
                            .filter(node -> glob.matches(node.address()))
                            .toList());
        }
    }

    @Test
    default void withoutExpansionThePartsStayOut() throws Exception {
        Connection connection = browser();
        List<BrowseNode> all = browse(connection, BrowseFilter.ALL, 100);
        List<BrowseNode> whole = browse(connection, new BrowseFilter(Glob.of("**"), false), 100);
        assertThat(all).containsAll(whole);
        assertThat(whole)
                .extracting(BrowseNode::address)
                .containsAll(bench().device().variables().stream()
                        .map(Variable::address)
                        .toList());
    }

    @Test
    default void afterTheLastPageThereIsNothingAndTheConnectionStillWorks() throws Exception {
        Connection connection = browser();
        try (BrowseCursor cursor = connection.browse(BrowseFilter.matching("no such variable"))) {
            assertThat(cursor.next(10)).isEmpty();
            assertThat(cursor.next(1)).isEmpty();
        }
        BrowseCursor abandoned = connection.browse(BrowseFilter.ALL);
        assertThat(abandoned.next(1)).hasSize(1);
        abandoned.close();
        abandoned.close();
        bench().resolveAll(connection);
    }

    private Connection browser() throws Exception {
        Bench.assume(bench().can(Capability.BROWSE), "the connector cannot browse");
        return bench().connect();
    }

    private static List<BrowseNode> browse(Connection connection, BrowseFilter filter, int page) throws Exception {
        List<BrowseNode> nodes = new ArrayList<>();
        try (BrowseCursor cursor = connection.browse(filter)) {
            List<BrowseNode> next = cursor.next(page);
            while (!next.isEmpty() && nodes.size() < MAX_NODES) {
                assertThat(next).hasSizeLessThanOrEqualTo(page);
                nodes.addAll(next);
                next = cursor.next(page);
            }
        }
        return nodes.subList(0, Math.min(nodes.size(), MAX_NODES));
    }
}
