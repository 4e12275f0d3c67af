package io.roce.tools.replay;

/** Is told what became of each packet, when packets are sent one at a time. */
@FunctionalInterface
interface FateListener
{
    /**
     * A packet met its fate.
     *
     * @param loop counted from 1.
     * @param met  a fate's name, or in words what came instead of one.
     */
    void onFate(int loop, long frame, String met);
}
