package io.snowbraid;

import io.snowbraid.internal.MonotonicTime;
import io.snowbraid.internal.Scheduler;
import io.snowbraid.layout.Layout;
import io.snowbraid.worker.WorkerSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The immutable configuration of a generator.
 *
 * @param maxClockOffset null if any difference from the store's clock is accepted
 * @param switchesTimelines whether ids move to another lane after a large step back, instead of
 *     waiting
 * @param clockWatcher null if callers have to read the clock themselves
 */
record GeneratorConfig(
    Layout layout,
    WorkerSource workers,
    InstantSource clock,
    Duration maxLead,
    Duration maxWait,
    Duration horizon,
    String owner,
    @Nullable Duration maxClockOffset,
    Duration forwardJumpDelay,
    boolean switchesTimelines,
    SequenceOrder sequenceOrder,
    List<SnowflakeListener> listeners,
    MonotonicTime monotonicTime,
    RandomGenerator random,
    Scheduler scheduler,
    @Nullable ClockWatcher clockWatcher) {}
