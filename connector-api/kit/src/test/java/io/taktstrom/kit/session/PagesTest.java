package io.taktstrom.kit.session;

import java.util.Iterator;
import java.util.List;

import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PagesTest {

    private static Pages pages(String match) {
        Iterator<List<BrowseNode>> pages = List.of(
                        List.of(node("a1"), node("b1"), node("a2")), List.of(node("b2")), List.of(node("a3")))
                .iterator();
        return new Pages(BrowseFilter.matching(match), () -> pages.hasNext() ? pages.next() : List.of());
    }

    private static BrowseNode node(String address) {
        return new BrowseNode(address, ScalarType.INT, "INT", "", false);
    }

    @Test
    void pagesOfTheCallersSizeComeFromThoseOfTheDevice() throws Exception {
        Pages cursor = pages("**");

        assertThat(cursor.next(2)).extracting(BrowseNode::address).containsExactly("a1", "b1");
        assertThat(cursor.next(2)).extracting(BrowseNode::address).containsExactly("a2", "b2");
        assertThat(cursor.next(2)).extracting(BrowseNode::address).containsExactly("a3");
        assertThat(cursor.next(2)).isEmpty();
    }

    @Test
    void whatThePatternDoesNotMatchStaysOut() throws Exception {
        assertThat(pages("a*").next(9)).extracting(BrowseNode::address).containsExactly("a1", "a2", "a3");
    }

    @Test
    void aClosedCursorAsksNoMore() throws Exception {
        Pages cursor = new Pages(BrowseFilter.ALL, () -> {
            throw new AssertionError("asked");
        });
        cursor.close();

        assertThat(cursor.next(1)).isEmpty();
    }
}
