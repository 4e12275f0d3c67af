package io.roce.tools.top;

import java.util.List;

/**
 * All that is shown at one moment.
 *
 * @param selected index of the node whose panel is shown.
 * @param scroll   rows of the panel that are above what is shown.
 * @param qps      a page of the selected node's queue pairs; null as long as there is none.
 */
record TopView(List<NodeView> nodes, int selected, Panel panel, int scroll, boolean isPaused, QpPage qps)
{
    NodeView node()
    {
        return nodes.get(selected);
    }
}
