package io.roce.tools.rewrite;

import io.roce.wire.capture.CaptureCopy;
import io.roce.wire.capture.FrameEditor;

import java.util.List;
import java.util.function.Consumer;

import picocli.CommandLine.Option;

/** What becomes of VLAN tags: one thing at most. */
final class VlanChange
{
    static final String OPTION = "--vlan";

    @Option(
        names = OPTION,
        paramLabel = "[A=]B",
        converter = Rule.VlanId.class,
        description = "The outermost VLAN tag's id; priority stays. May be repeated, for other ids.")
    private List<Rule<Integer>> ids = List.of();

    @Option(
        names = "--add-vlan",
        paramLabel = "ID",
        converter = Rule.NewVlanId.class,
        description = "Add a VLAN tag, outside those that are there.")
    private Integer added;

    @Option(names = "--remove-vlan", description = "Remove the outermost VLAN tag.")
    private boolean isRemoved;

    private Rules<Integer> rules;

    /** To be called first. */
    void conclude()
    {
        rules = new Rules<>(OPTION, ids);
    }

    List<String> unused()
    {
        return rules.unused();
    }

    /**
     * Does it to a frame.
     *
     * @param onObstacle takes why it cannot be done, in a few words.
     * @return whether anything has been changed.
     */
    boolean apply(final FrameEditor editor, final CaptureCopy copy, final Consumer<String> onObstacle)
    {
        if (added != null)
        {
            return add(editor, copy, onObstacle);
        }
        if (editor.vlanTagCount() <= 0)
        {
            return false;
        }
        if (isRemoved)
        {
            return remove(editor, copy, onObstacle);
        }
        final int id = editor.vlanId();
        editor.vlanId(rules.map(id));
        return editor.vlanId() != id;
    }

    private boolean add(final FrameEditor editor, final CaptureCopy copy, final Consumer<String> onObstacle)
    {
        if (editor.vlanTagCount() < 0)
        {
            onObstacle.accept("the link layer has no place for a tag, or was cut");
            return false;
        }
        if (!isResizable(copy, FrameEditor.VLAN_TAG_LENGTH, onObstacle))
        {
            return false;
        }
        editor.addVlanTag(added);
        return true;
    }

    private static boolean remove(
        final FrameEditor editor, final CaptureCopy copy, final Consumer<String> onObstacle)
    {
        if (!isResizable(copy, -FrameEditor.VLAN_TAG_LENGTH, onObstacle))
        {
            return false;
        }
        editor.removeVlanTag();
        return true;
    }

    private static boolean isResizable(final CaptureCopy copy, final int change, final Consumer<String> onObstacle)
    {
        if (!copy.isResizable(change))
        {
            onObstacle.accept("the file has no place for a frame of the new length");
            return false;
        }
        return true;
    }
}
