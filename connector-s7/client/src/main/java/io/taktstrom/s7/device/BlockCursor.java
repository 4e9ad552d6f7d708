package io.taktstrom.s7.device;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.model.ArrayType;
import io.taktstrom.s7.address.S7Address;
import io.taktstrom.s7.address.S7Area;
import io.taktstrom.s7.protocol.s7.BlockList;
import io.taktstrom.s7.value.S7Array;
import io.taktstrom.s7.value.S7Scalar;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.ConnectorException;

/** Walks the data blocks of a CPU: all that it says itself about its variables. Each is an array of its bytes. */
public final class BlockCursor implements BrowseCursor {

    private final Inquiry inquiry;
    private final ByteBuffer list;
    private final BrowseFilter filter;
    private int next;

    private BlockCursor(Inquiry inquiry, ByteBuffer list, BrowseFilter filter) {
        this.inquiry = inquiry;
        this.list = list;
        this.filter = filter;
    }

    /**
     * Asks for the blocks.
     *
     * @param inquiry closed with the cursor
     */
    public static BlockCursor of(Inquiry inquiry, BrowseFilter filter) throws ConnectorException {
        return new BlockCursor(inquiry, inquiry.dataBlocks(), filter);
    }

    @Override
    public List<BrowseNode> next(int max) throws ConnectorException {
        inquiry.cpu().requireOpen();
        List<BrowseNode> page = new ArrayList<>();
        for (; page.size() < max && next < list.capacity() / BlockList.ENTRY_BYTES; next++) {
            int number = BlockList.number(list, next);
            BrowseNode node = node(number, number == 0 ? 0 : inquiry.dataBytes(number));
            if (filter.match().matches(node.address())) {
                page.add(node);
            }
        }
        return page;
    }

    private static BrowseNode node(int number, int bytes) {
        if (bytes == 0) {
            return new BrowseNode("DB" + number, null, "data block of unknown size", "", false);
        }
        S7Array type = new S7Array(S7Scalar.BYTE, List.of(new ArrayType.Bound(0, bytes - 1)));
        String address = new S7Address(S7Area.DATA_BLOCK, number, 0, 0, type).text();
        return new BrowseNode(address, type.dataType(), type.text(), "", true);
    }

    @Override
    public void close() {
        next = Integer.MAX_VALUE;
        inquiry.close();
    }
}
