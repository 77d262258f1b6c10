package io.snowbraid.spring;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.snowbraid.Snowflake;
import io.snowbraid.SnowflakeEvent;
import io.snowbraid.SnowflakeEvent.AheadOfClock;
import io.snowbraid.SnowflakeEvent.CallFailed;
import io.snowbraid.SnowflakeEvent.ClockJumped;
import io.snowbraid.SnowflakeEvent.ForwardJumpIgnored;
import io.snowbraid.SnowflakeEvent.RollbackAbsorbed;
import io.snowbraid.SnowflakeEvent.StoreFailed;
import io.snowbraid.SnowflakeEvent.TimelineOverflowed;
import io.snowbraid.SnowflakeEvent.TimelineSwitched;
import io.snowbraid.SnowflakeEvent.Waited;
import io.snowbraid.SnowflakeEvent.WorkerChanged;
import io.snowbraid.SnowflakeEvent.WorkerLost;
import io.snowbraid.SnowflakeListener;
import io.snowbraid.SnowflakeStatus;
import io.snowbraid.error.ClockFailedException;
import io.snowbraid.error.ClockRollbackException;
import io.snowbraid.error.GeneratorClosedException;
import io.snowbraid.error.GeneratorStoppedException;
import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.error.LayoutExhaustedException;
import io.snowbraid.error.LeaseExpiredException;
import io.snowbraid.error.NoWorkerAvailableException;
import io.snowbraid.error.SnowbraidException;
import io.snowbraid.error.UnsortedTimesException;
import io.snowbraid.error.WaitInterruptedException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Provides the meters of one generator. They add no cost to an id: ids are counted when the meters
 * are read, other events when they happen.
 *
 * <p>A {@code SnowflakeMetrics} must be a {@linkplain Snowflake.Builder#listener listener} of the
 * generator that it measures. The auto-configured generator already has this listener; add it to a
 * generator that you build yourself:
 *
 * <pre>{@code
 * @Bean
 * Snowflake snowflake(WorkerSource workers, SnowflakeMetrics metrics) {
 *   return Snowflake.builder().worker(workers).listener(metrics).build();
 * }
 * }</pre>
 *
 * <table>
 * <caption>The meters, all with the tag {@code generator}</caption>
 * <tr><th>meter</th><th>meaning</th></tr>
 * <tr><td>{@code snowbraid.ids}</td><td>ids issued, as exact as {@link SnowflakeStatus#issued}
 * </td></tr>
 * <tr><td>{@code snowbraid.lead}</td><td>how far the latest id is ahead of the clock</td></tr>
 * <tr><td>{@code snowbraid.grant.age}</td><td>time since the store recorded a grant</td></tr>
 * <tr><td>{@code snowbraid.grant.remaining}</td><td>how long ids continue without the store; 0 if
 * they cannot</td></tr>
 * <tr><td>{@code snowbraid.timeline.switches}</td><td>timeline switches, because the clock stepped
 * back or caught up again</td></tr>
 * <tr><td>{@code snowbraid.rollbacks.absorbed}</td><td>small steps back, treated as a stopped
 * clock</td></tr>
 * <tr><td>{@code snowbraid.timeline.overflows}</td><td>ticks that continued on another
 * timeline</td></tr>
 * <tr><td>{@code snowbraid.ahead.of.clock}</td><td>ticks used before the clock reached
 * them</td></tr>
 * <tr><td>{@code snowbraid.waits}</td><td>calls that waited, and how long</td></tr>
 * <tr><td>{@code snowbraid.calls.failed}</td><td>calls that got no id, by {@code
 * exception}</td></tr>
 * <tr><td>{@code snowbraid.clock.jumps}</td><td>wall clock jumps</td></tr>
 * <tr><td>{@code snowbraid.store.failures}</td><td>failed attempts to record a grant</td></tr>
 * <tr><td>{@code snowbraid.clock.doubts}</td><td>forward jumps that the store clock
 * contradicted</td></tr>
 * <tr><td>{@code snowbraid.workers.lost}</td><td>workers that another process acquired</td></tr>
 * <tr><td>{@code snowbraid.workers.changed}</td><td>workers released because all their lanes were
 * ahead of the clock</td></tr>
 * </table>
 *
 * <p>Thread-safe.
 */
public final class SnowflakeMetrics implements MeterBinder, SnowflakeListener {

  private record Event(Class<?> type, String meter, String description) {}

  private static final List<Event> EVENTS =
      List.of(
          new Event(TimelineSwitched.class, "snowbraid.timeline.switches", "Timeline switches"),
          new Event(
              RollbackAbsorbed.class,
              "snowbraid.rollbacks.absorbed",
              "Small clock rollbacks, treated as a stopped clock"),
          new Event(
              TimelineOverflowed.class,
              "snowbraid.timeline.overflows",
              "Ticks that continued on another timeline"),
          new Event(
              AheadOfClock.class,
              "snowbraid.ahead.of.clock",
              "Ticks used before the clock reached them"),
          new Event(ClockJumped.class, "snowbraid.clock.jumps", "Wall clock jumps"),
          new Event(
              StoreFailed.class, "snowbraid.store.failures", "Failed attempts to record a grant"),
          new Event(
              ForwardJumpIgnored.class,
              "snowbraid.clock.doubts",
              "Forward clock jumps that the store's clock did not confirm"),
          new Event(WorkerLost.class, "snowbraid.workers.lost", "Workers lost to other processes"),
          new Event(
              WorkerChanged.class,
              "snowbraid.workers.changed",
              "Workers replaced because the clock was behind all their ids"));

  /** The reasons why a call gets no id. Each has a meter from the start. */
  static final List<Class<? extends SnowbraidException>> FAILURES =
      List.of(
          ClockFailedException.class,
          ClockRollbackException.class,
          GeneratorClosedException.class,
          GeneratorStoppedException.class,
          IdsUnavailableException.class,
          LayoutExhaustedException.class,
          LeaseExpiredException.class,
          NoWorkerAvailableException.class,
          UnsortedTimesException.class,
          WaitInterruptedException.class);

  private final Tags tags;
  private final Supplier<@Nullable Snowflake> generator;

  /** The event counts, keyed by the class of the event or of the exception. */
  private final Map<Class<?>, LongAdder> counts = new ConcurrentHashMap<>();

  private final LongAdder waitNanos = new LongAdder();

  /**
   * Creates the meters of a generator, which may be built later.
   *
   * @param name the value of the meters' tag {@code generator}
   * @param generator returns the generator when the meters are bound; if null, only events are
   *     measured
   */
  public SnowflakeMetrics(String name, Supplier<@Nullable Snowflake> generator) {
    this.tags = Tags.of("generator", name);
    this.generator = generator;
  }

  @Override
  public void onEvent(SnowflakeEvent event) {
    if (event instanceof CallFailed failed) {
      count(failed.cause().getClass()).increment();
    } else {
      count(event.getClass()).increment();
    }
    if (event instanceof Waited waited) {
      waitNanos.add(waited.time().toNanos());
    }
  }

  private LongAdder count(Class<?> type) {
    return counts.computeIfAbsent(type, any -> new LongAdder());
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    bindEvents(registry);
    Snowflake measured = generator.get();
    if (measured != null) {
      bindStatus(registry, measured);
    }
  }

  private void bindEvents(MeterRegistry registry) {
    for (Event event : EVENTS) {
      FunctionCounter.builder(event.meter(), count(event.type()), LongAdder::sum)
          .description(event.description())
          .tags(tags)
          .register(registry);
    }
    for (Class<?> cause : FAILURES) {
      FunctionCounter.builder("snowbraid.calls.failed", count(cause), LongAdder::sum)
          .description("Calls that failed to get an id")
          .tags(tags.and("exception", cause.getSimpleName()))
          .register(registry);
    }
    LongAdder waits = count(Waited.class);
    FunctionTimer.builder(
            "snowbraid.waits", waits, LongAdder::sum, any -> waitNanos.sum(), TimeUnit.NANOSECONDS)
        .description("Calls that had to wait")
        .tags(tags)
        .register(registry);
  }

  private void bindStatus(MeterRegistry registry, Snowflake measured) {
    FunctionCounter.builder("snowbraid.ids", measured, ids -> ids.status().issued())
        .description("Ids issued")
        .tags(tags)
        .register(registry);
    Gauges gauges = new Gauges(registry, measured, tags);
    gauges.add(
        "snowbraid.lead",
        "How far the latest id is ahead of the clock",
        status -> Optional.of(status.lead()));
    gauges.add(
        "snowbraid.grant.age",
        "How long ago the store recorded a grant",
        SnowflakeStatus::grantAge);
    gauges.add(
        "snowbraid.grant.remaining",
        "How long ids continue without the store",
        status -> status.grantRemaining().map(SnowflakeMetrics::notNegative));
  }

  private static Duration notNegative(Duration remaining) {
    return remaining.isNegative() ? Duration.ZERO : remaining;
  }

  private record Gauges(MeterRegistry registry, Snowflake measured, Tags tags) {

    /** Adds a gauge. Its value is NaN while the status has none. */
    void add(String name, String description, Function<SnowflakeStatus, Optional<Duration>> value) {
      TimeGauge.builder(
              name,
              measured,
              TimeUnit.MILLISECONDS,
              ids ->
                  value
                      .apply(ids.status())
                      .map(Duration::toMillis)
                      .map(Long::doubleValue)
                      .orElse(Double.NaN))
          .description(description)
          .tags(tags)
          .register(registry);
    }
  }
}
