package io.roce.nic.admin;

import io.roce.nic.lane.Lanes;

import java.util.concurrent.CompletableFuture;

/** {@code /v1/usage}. */
final class UsageResource
{
    private final Lanes lanes;
    private final UsageJson usage;

    UsageResource(final Lanes lanes, final UsageJson usage)
    {
        this.lanes = lanes;
        this.usage = usage;
    }

    CompletableFuture<Answer> show()
    {
        return lanes.onEach(lane -> new UsageJson.State(Thread.currentThread(), lane.linkFigures()))
            .thenApply(states -> Answer.ok(json -> usage.write(json, states)));
    }
}
