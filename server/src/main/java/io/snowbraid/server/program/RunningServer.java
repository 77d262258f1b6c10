package io.snowbraid.server.program;

import io.netty.util.NetUtil;
import io.snowbraid.Snowflake;
import io.snowbraid.job.IdBlocks;
import io.snowbraid.keyed.KeySlot;
import io.snowbraid.keyed.KeyedNode;
import io.snowbraid.keyed.KeyedSettings;
import io.snowbraid.keyed.SlotRoute;
import io.snowbraid.layout.Layout;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.server.IdServer;
import io.snowbraid.server.internal.services.BuildInfo;
import io.snowbraid.server.internal.services.ClockWarnings;
import io.snowbraid.server.internal.services.Endpoint;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A server with its own generators and store, which it closes at shutdown. */
public final class RunningServer implements AutoCloseable {

  private static final Duration MAX_WAIT_FOR_SLOTS = Duration.ofSeconds(5);

  /** The margin is the lease divided by this. */
  private static final int MARGINS_PER_LEASE = 5;

  final Snowflake ids;
  private final IdServer server;
  private final @Nullable KeyedNode keyed;
  private final String announced;
  private final Duration maxShutdown;

  /** What to close after the server, in this order. */
  private final Deque<Runnable> ends;

  private RunningServer(
      Store opened, IdServer.Builder builder, Settings settings, Deque<Runnable> ends) {
    this.ends = ends;
    maxShutdown = settings.get("shutdown-timeout");
    HttpOptions http = new HttpOptions(settings);
    Store store = http.tags.applyTo(opened);
    Layout layout = Layout.parse(settings.get("layout"));
    ids =
        Snowflake.builder()
            .layout(layout)
            .worker(store.workers())
            .listener(new ClockWarnings())
            .build();
    ends.push(ids::close);
    SegmentGenerators segments = SegmentGenerators.builder().source(store.segments()).build();
    ends.push(segments::close);
    http.open(store).ifPresent(builder::http);
    keyed = settings.is("keyed") ? KeyedNode.create(store.keyed(), keyed(settings)) : null;
    if (keyed != null) {
      builder.keyed(keyed);
    }
    IdBlocks blocks = IdBlocks.open(store.workers(), layout);
    server = builder.ids(ids).segments(segments).blocks(blocks).build();
    server.start();
    Endpoint endpoint = announced(settings);
    announced = (endpoint == null ? AnnouncedAddress.of(server.address()) : endpoint).toString();
    if (keyed != null) { // only now, because the operating system may have chosen the port
      keyed.join(announced);
    }
  }

  /**
   * Acquires a worker and starts listening.
   *
   * @param store closed at shutdown, and also if starting fails
   * @param builder has all settings that need no store
   */
  public static RunningServer start(Store store, IdServer.Builder builder, Settings settings) {
    Deque<Runnable> ends = new ArrayDeque<>(List.of(store::close));
    try {
      return new RunningServer(store, builder, settings, ends);
    } catch (Throwable e) {
      ends.forEach(Runnable::run);
      throw e;
    }
  }

  static KeyedSettings keyed(Settings settings) {
    Duration lease = settings.get("keyed-lease");
    return KeyedSettings.DEFAULT
        .withLease(lease, lease.dividedBy(MARGINS_PER_LEASE))
        .withMaxKeys(settings.get("max-keys"))
        .withMaxCount(settings.get("max-count"));
  }

  /** Returns the address announced to clients; null for the address on which the server listens. */
  static @Nullable Endpoint announced(Settings settings) {
    String announce = settings.get("announce");
    return announce == null ? null : Endpoint.parse(announce);
  }

  /**
   * Describes the server for the log.
   *
   * @param storeName a name of the store, without secrets
   */
  String describe(String storeName) {
    return "version=%s, address=%s, store=%s, worker=%s, layout=%s%s"
        .formatted(
            BuildInfo.version(),
            NetUtil.toSocketAddressString(server.address()),
            storeName,
            ids.workerId(),
            ids.layout(),
            keyed == null ? "" : ", announced=" + announced);
  }

  /** Waits for a short time until clients can request numbers per key. */
  public void awaitSlots() throws InterruptedException {
    KeyedNode node = keyed;
    if (node == null) {
      return;
    }
    int slot = KeySlot.COUNT - 1; // slots are acquired in order
    long begun = System.nanoTime();
    long end = begun + MAX_WAIT_FOR_SLOTS.toNanos();
    boolean isInTime = true;
    while (isInTime && isUnsettled(node.route(slot, begun))) {
      CountDownLatch change = new CountDownLatch(1);
      Runnable wake = change::countDown;
      node.whenChanged(slot, wake);
      isInTime = change.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      node.cancel(slot, wake);
    }
  }

  /** Returns whether a slot's owner is still unknown. */
  private static boolean isUnsettled(SlotRoute route) {
    return route.kind() == SlotRoute.Kind.MOVING || route.kind() == SlotRoute.Kind.DOWN;
  }

  public IdServer server() {
    return server;
  }

  /**
   * Transfers the slots of numbers per key, while clients are still redirected to the new owners.
   * Then answers the requests that have arrived, returns unused numbers, and releases the worker.
   */
  @Override
  public void close() {
    server.announceShutdown();
    if (keyed != null) {
      keyed.close(maxShutdown.multipliedBy(3).dividedBy(5)); // the rest is for what follows
    }
    server.close();
    ends.forEach(Runnable::run);
  }
}
