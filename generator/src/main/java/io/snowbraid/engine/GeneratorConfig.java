package io.snowbraid.engine;

import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.Scheduler;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The immutable configuration of an engine.
 *
 * @param owner null for the host's name
 * @param maxClockOffset null if any difference from the store's clock is accepted
 * @param switchesTimelines whether ids move to another lane after a large step back, instead of
 *     waiting
 * @param shufflesSequences whether the sequence numbers of a tick are used in no order
 * @param clockWatcher null for the one of the process if the clock is the system's, and otherwise
 *     none
 */
public record GeneratorConfig(
    Layout layout,
    WorkerSource workers,
    InstantSource clock,
    Duration maxLead,
    Duration maxWait,
    Duration horizon,
    @Nullable String owner,
    @Nullable Duration maxClockOffset,
    Duration forwardJumpDelay,
    boolean switchesTimelines,
    boolean shufflesSequences,
    MonotonicTime monotonicTime,
    RandomGenerator random,
    Scheduler scheduler,
    @Nullable ClockWatcher clockWatcher) {}
