package io.snowbraid;

import io.snowbraid.worker.WorkerSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What a generator was built with; nothing in it changes afterwards.
 *
 * @param maxClockOffset null if any difference from the store's clock is accepted
 * @param switchesTimelines whether a large step back takes another lane instead of a wait
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
