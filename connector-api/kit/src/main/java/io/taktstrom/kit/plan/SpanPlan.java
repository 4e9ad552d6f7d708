package io.taktstrom.kit.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * Which spans of a device's memory are read for the sake of which points, and where in the image of all that is read each
 * point's bytes are. Near points are read together where that costs less than asking twice. Immutable.
 *
 * <pre>
 *   points, by place   [0..1][2..3]     [20]                        [ a string ............ ]
 *   blocks             [0 ......................20]                 [ ..................... ]
 *   pieces             one                                          [ ......... ][ ........ ]   a request can read no more
 *   image              the bytes of all blocks, one behind the other
 * </pre>
 *
 * <p>What a device refuses may hide the values of others: {@link #apart} and {@link #halved} give the plan for the next try.
 */
public final class SpanPlan {

    /** No block: the point is not read. */
    public static final int NONE = -1;

    /** Gaps that are tried, in bytes. */
    private static final int[] GAPS = {0, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 256, Integer.MAX_VALUE};

    /** What is read without a gap; a piece of one has its image where its bytes go. */
    public record Piece(Span span, int imageAt, int block) {}

    /** A block that is read for one or several points; shared by spans that are not all the same. */
    private record Block(Span span, int imageAt, boolean shared) {}

    private final @Nullable Span[] wanted;
    private final SpanRules rules;
    /** Points that are read by themselves. */
    private final BitSet alone;
    /** Points at which a new block begins. */
    private final BitSet first;

    private final List<Block> blocks = new ArrayList<>();
    private final List<Piece> pieces = new ArrayList<>();
    private final int[] blockOf;
    private final int[] imageAt;
    private int imageBytes;

    /**
     * Plans.
     *
     * @param wanted of each point; null for one that is not to be read
     */
    public static SpanPlan of(List<? extends @Nullable Span> wanted, SpanRules rules) {
        return new SpanPlan(wanted.toArray(Span[]::new), rules, new BitSet(), new BitSet());
    }

    private SpanPlan(@Nullable Span[] wanted, SpanRules rules, BitSet alone, BitSet first) {
        this.wanted = wanted;
        this.rules = rules;
        this.alone = alone;
        this.first = first;
        blockOf = new int[wanted.length];
        imageAt = new int[wanted.length];
        Arrays.fill(blockOf, NONE);
        TreeMap<Long, List<Integer>> byArea = new TreeMap<>();
        for (int point = 0; point < wanted.length; point++) {
            Span span = wanted[point];
            if (span != null && alone.get(point)) {
                add(List.of(point));
            } else if (span != null) {
                byArea.computeIfAbsent(span.area(), area -> new ArrayList<>()).add(point);
            }
        }
        for (List<Integer> points : byArea.values()) {
            points.sort(Comparator.comparingLong(point -> span(point).offset()));
            cheapest(points).forEach(this::add);
        }
    }

    private Span span(int point) {
        Span span = wanted[point];
        if (span == null) {
            throw new IllegalStateException("point " + point + " is not read");
        }
        return span;
    }

    // ---- blocks

    private List<List<Integer>> cheapest(List<Integer> sorted) {
        List<List<Integer>> best = merged(sorted, GAPS[0]);
        double least = cost(best);
        for (int i = 1; i < GAPS.length && best.size() > 1; i++) {
            List<List<Integer>> tried = merged(sorted, GAPS[i]);
            double cost = cost(tried);
            if (cost < least) {
                best = tried;
                least = cost;
            }
        }
        return best;
    }

    private double cost(List<List<Integer>> blocksOfPoints) {
        return rules.cost(blocksOfPoints.stream().map(this::around).toList());
    }

    private Span around(List<Integer> points) {
        Span all = span(points.get(0));
        for (int point : points) {
            all = together(all, span(point));
        }
        return all;
    }

    private static Span together(Span one, Span behind) {
        return new Span(one.area(), one.offset(), Math.toIntExact(Math.max(one.end(), behind.end()) - one.offset()));
    }

    private List<List<Integer>> merged(List<Integer> sorted, int gapBytes) {
        List<List<Integer>> result = new ArrayList<>();
        Span last = null;
        for (int point : sorted) {
            Span next = span(point);
            if (last != null && !first.get(point) && mayJoin(last, next, gapBytes)) {
                last = together(last, next);
                result.get(result.size() - 1).add(point);
            } else {
                last = next;
                result.add(new ArrayList<>(List.of(point)));
            }
        }
        return result;
    }

    private boolean mayJoin(Span one, Span next, int gapBytes) {
        long gap = (next.offset() - one.end()) * rules.unitBytes(one.area());
        long units = Math.max(one.end(), next.end()) - one.offset();
        // What fits into one request is not torn apart, and what is inside another costs nothing.
        return gap <= gapBytes && (units <= rules.maxUnits(one.area()) || one.contains(next));
    }

    private void add(List<Integer> points) {
        Span block = around(points);
        int unit = rules.unitBytes(block.area());
        boolean shared = false;
        for (int point : points) {
            imageAt[point] = imageBytes + Math.toIntExact((span(point).offset() - block.offset()) * unit);
            blockOf[point] = blocks.size();
            shared |= !span(point).equals(span(points.get(0)));
        }
        int max = rules.maxUnits(block.area());
        for (int done = 0; done < block.length(); done += max) {
            Span piece = new Span(block.area(), block.offset() + done, Math.min(max, block.length() - done));
            pieces.add(new Piece(piece, imageBytes + done * unit, blocks.size()));
        }
        blocks.add(new Block(block, imageBytes, shared));
        imageBytes = Math.addExact(imageBytes, Math.multiplyExact(block.length(), unit));
    }

    // ---- what it came to

    /** What is to be read, each at most as long as a request can be, in the order of the image. */
    public List<Piece> pieces() {
        return pieces;
    }

    /** How many blocks there are. */
    public int blocks() {
        return blocks.size();
    }

    /** Bytes of the image. */
    public int imageBytes() {
        return imageBytes;
    }

    /** A point's block, or {@link #NONE}. Hot. */
    public int blockOf(int point) {
        return blockOf[point];
    }

    /** Where a point's bytes are in the image. Hot. */
    public int imageAt(int point) {
        return imageAt[point];
    }

    /** Whether a block is read for different spans, so that its failure may not be that of each. */
    public boolean isShared(int block) {
        return blocks.get(block).shared();
    }

    // ---- what a device refused

    /** The points of shared blocks that were refused, each by itself: for devices that read many spans in one request. */
    public SpanPlan apart(BitSet refused) {
        BitSet more = (BitSet) alone.clone();
        for (int point = 0; point < wanted.length; point++) {
            if (isToSplit(blockOf[point], refused)) {
                more.set(point);
            }
        }
        return new SpanPlan(wanted, rules, more, first);
    }

    /** Shared blocks that were refused in two halves each, until each refusal is one point's own: few requests for few holes. */
    public SpanPlan halved(BitSet refused) {
        BitSet more = (BitSet) first.clone();
        for (int block = refused.nextSetBit(0); block >= 0; block = refused.nextSetBit(block + 1)) {
            if (isToSplit(block, refused)) {
                more.set(middle(block));
            }
        }
        return new SpanPlan(wanted, rules, alone, more);
    }

    private boolean isToSplit(int block, BitSet refused) {
        return block != NONE && refused.get(block) && isShared(block);
    }

    /** The point nearest to the middle of a block's different spans, but not at the beginning of the first. */
    private int middle(int block) {
        List<Integer> points = new ArrayList<>();
        for (int point = 0; point < wanted.length; point++) {
            if (blockOf[point] == block) {
                points.add(point);
            }
        }
        points.sort(Comparator.comparingLong(point -> span(point).offset()));
        Span before = span(points.get(0));
        int chosen = NONE;
        for (int i = 1; i < points.size(); i++) {
            Span next = span(points.get(i));
            boolean other = !next.equals(before);
            if (other && (chosen == NONE || i <= points.size() / 2)) {
                chosen = points.get(i);
            }
            before = next;
        }
        return chosen;
    }
}
