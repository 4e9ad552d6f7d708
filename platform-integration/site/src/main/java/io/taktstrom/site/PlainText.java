package io.taktstrom.site;

import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/** Collects the words of a node: one space at the start of each block. */
final class PlainText extends AbstractVisitor {

    private final StringBuilder words = new StringBuilder();

    @Override
    public void visit(Text text) {
        words.append(text.getLiteral());
    }

    @Override
    public void visit(Code code) {
        words.append(code.getLiteral());
    }

    @Override
    public void visit(FencedCodeBlock code) {
        words.append(code.getLiteral());
    }

    @Override
    public void visit(IndentedCodeBlock code) {
        words.append(code.getLiteral());
    }

    @Override
    public void visit(SoftLineBreak end) {
        words.append(' ');
    }

    @Override
    public void visit(HardLineBreak end) {
        words.append(' ');
    }

    /** Of a table. */
    @Override
    public void visit(CustomNode part) {
        visitChildren(part);
        words.append(' ');
    }

    @Override
    protected void visitChildren(Node parent) {
        super.visitChildren(parent);
        // Items and paragraphs that follow each other.
        if (parent instanceof Paragraph) {
            words.append(' ');
        }
    }

    @Override
    public String toString() {
        return words.toString().replaceAll("\\s+", " ").strip();
    }
}
