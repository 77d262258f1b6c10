package io.snowbraid.segment;

import io.snowbraid.internal.Durations;
import io.snowbraid.internal.Log;
import io.snowbraid.internal.MonotonicTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Draws from the first of several stores that answers. It keeps using a store until that fails, and
 * retries a failed store after a pause that doubles.
 *
 * <p>When a tag moves to another store, its bound there is first advanced past everything drawn by
 * this process, so that numbers keep increasing within the process. Unused numbers are never
 * returned, because the store they came from may no longer be known.
 */
final class FailoverSegmentSource implements SegmentSource {

  private static final System.Logger LOGGER = System.getLogger("io.snowbraid");

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration MAX_PAUSE = Duration.ofMinutes(1);

  /** A store, and the time before which it is not retried. */
  private static final class Store {

    final SegmentSource source;
    volatile long notBefore;
    volatile boolean failed;
    volatile Duration pause = FIRST_PAUSE;

    Store(SegmentSource source) {
      this.source = source;
    }

    boolean isAvailable(long now) {
      return !failed || now - notBefore >= 0;
    }

    void failed(long now) {
      notBefore = now + pause.toNanos();
      pause = Durations.min(pause.multipliedBy(2), MAX_PAUSE);
      failed = true;
    }

    void succeeded() {
      if (failed) {
        failed = false;
        pause = FIRST_PAUSE;
      }
    }
  }

  /** The store of a tag's last draw, and the counter after the highest drawn segment. */
  private record Drawn(Store store, long end) {}

  private final List<Store> stores;
  private final MonotonicTime time;
  private final Map<String, Drawn> last = new ConcurrentHashMap<>();

  FailoverSegmentSource(List<SegmentSource> sources, MonotonicTime time) {
    if (sources.size() < 2) {
      throw new IllegalArgumentException(
          "failover must have at least 2 sources, but has " + sources.size());
    }
    this.stores = sources.stream().map(Store::new).toList();
    this.time = time;
  }

  @Override
  public Segment draw(String tag, long count) {
    return call(
        store -> {
          Drawn before = last.get(tag);
          if (before != null && before.store() != store) {
            advance(store, tag, before.end());
          }
          Segment segment = store.source.draw(tag, count);
          if (before != null && segment.first() < before.end()) { // the draw created the tag
            advance(store, tag, before.end());
            segment = store.source.draw(tag, count);
          }
          long end = segment.last() + 1;
          last.merge(
              tag,
              new Drawn(store, end),
              (old, now) -> new Drawn(store, Math.max(old.end(), now.end())));
          return segment;
        });
  }

  private static void advance(Store store, String tag, long end) {
    try {
      store.source.advance(tag, end);
    } catch (UnknownTagException e) {
      LOGGER.log(System.Logger.Level.DEBUG, "the draw creates the tag, or says that it may not", e);
    }
  }

  /** Calls the first store that answers, trying recently failed stores last. */
  private <R> R call(Function<Store, R> work) {
    RuntimeException failure = null;
    for (Store store : inOrder()) {
      try {
        R result = work.apply(store);
        store.succeeded();
        return result;
      } catch (SegmentRejectedException | IllegalArgumentException e) {
        throw e; // the store works and rejects the call
      } catch (RuntimeException e) {
        store.failed(time.nanoTime());
        Log.warn("{0} failed; trying another source: {1}", store.source, e);
        failure = e;
      }
    }
    throw Objects.requireNonNull(failure);
  }

  private List<Store> inOrder() {
    long now = time.nanoTime();
    List<Store> order = new ArrayList<>();
    List<Store> failed = new ArrayList<>();
    for (Store store : stores) {
      (store.isAvailable(now) ? order : failed).add(store);
    }
    order.addAll(failed);
    return order;
  }

  /** Advances the bound in all stores. */
  @Override
  public boolean advance(String tag, long bound) {
    boolean moved = false;
    for (Store store : stores) {
      moved |= store.source.advance(tag, bound);
    }
    return moved;
  }

  /** Returns the largest bound of all stores. */
  @Override
  public OptionalLong peek(String tag) {
    return stores.stream()
        .map(store -> store.source.peek(tag))
        .filter(OptionalLong::isPresent)
        .mapToLong(OptionalLong::getAsLong)
        .max();
  }

  @Override
  public List<String> tags() {
    TreeSet<String> tags = new TreeSet<>();
    stores.forEach(store -> tags.addAll(store.source.tags()));
    return List.copyOf(tags);
  }

  @Override
  public boolean create(String tag, long bound) {
    boolean created = false;
    for (Store store : stores) {
      created |= store.source.create(tag, bound);
    }
    return created;
  }

  @Override
  public boolean isOrdered() {
    return false;
  }

  @Override
  public int maxTagLength() {
    return stores.stream().mapToInt(store -> store.source.maxTagLength()).min().getAsInt();
  }

  @Override
  public String toString() {
    return stores.stream().map(store -> store.source).toList().toString();
  }
}
