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
 * @param owner null for the host name
 * @param maxClockOffset null to accept any difference from the store clock
 * @param switchesTimelines whether ids continue on another lane after a large step back; otherwise
 *     calls wait
 * @param shufflesSequences whether a tick's sequence numbers are shuffled
 * @param clockWatcher null for the default: the process's watcher for the system clock, none for a
 *     custom clock
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
