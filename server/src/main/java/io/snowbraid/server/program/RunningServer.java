package io.snowbraid.server.program;

import io.netty.util.NetUtil;
import io.snowbraid.Snowflake;
import io.snowbraid.job.IdBlocks;
import io.snowbraid.keyed.KeySlot;
import io.snowbraid.keyed.KeyedNode;
import io.snowbraid.keyed.KeyedSettings;
import io.snowbraid.keyed.SlotRoute;
import io.snowbraid.layout.Layout;
import io.snowbraid.segment.RegionSynchronizer;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.server.IdServer;
import io.snowbraid.server.internal.services.BuildInfo;
import io.snowbraid.server.internal.services.ClockWarnings;
import io.snowbraid.server.internal.services.Endpoint;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A server with its own generators and store, which end with it. */
public final class RunningServer implements AutoCloseable {

  /** How long the end takes unless a setting says so, which is less than orchestrators wait. */
  static final Duration MAX_END = Duration.ofSeconds(25);

  private static final Duration MAX_WAIT_FOR_SLOTS = Duration.ofSeconds(5);

  /** The margin is this part of the lease. */
  private static final int MARGINS_PER_LEASE = 5;

  private final Snowflake ids;
  private final IdServer server;
  private final @Nullable KeyedNode keyed;
  private final String announced;

  /** What ends after the server, in this order. */
  private final Deque<Runnable> ends;

  private RunningServer(
      Store opened, IdServer.Builder builder, Settings settings, Deque<Runnable> ends) {
    this.ends = ends;
    HttpOptions http = new HttpOptions(settings);
    Store store = http.tags().applyTo(opened);
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
    Optional<RegionSynchronizer> regions = http.tags().start(segments);
    regions.ifPresent(started -> ends.push(started::close));
    http.open(store, regions).ifPresent(builder::http);
    keyed = settings.is("keyed") ? KeyedNode.create(store.keyed(), keyed(settings)) : null;
    if (keyed != null) {
      builder.keyed(keyed);
    }
    IdBlocks blocks = IdBlocks.open(store.workers(), layout);
    server = builder.ids(ids).segments(segments).blocks(blocks).build();
    server.start();
    Endpoint endpoint = announced(settings);
    announced = (endpoint == null ? AnnouncedAddress.of(server.address()) : endpoint).toString();
    if (keyed != null) { // only now, because the system may have chosen the port
      keyed.join(announced);
    }
  }

  /**
   * Leases a worker and begins to listen.
   *
   * @param store closed by this, also if it fails
   * @param builder has what needs no store
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

  /** Returns where clients are told to reach this server; null for where it listens. */
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

  /** Waits, not for long, until clients can ask for numbers per key. */
  public void awaitSlots() throws InterruptedException {
    KeyedNode node = keyed;
    if (node == null) {
      return;
    }
    int slot = KeySlot.COUNT - 1; // slots are taken in their order
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

  /** Returns whether it is not known yet who serves a slot. */
  private static boolean isUnsettled(SlotRoute route) {
    return route.kind() == SlotRoute.Kind.MOVING || route.kind() == SlotRoute.Kind.DOWN;
  }

  public IdServer server() {
    return server;
  }

  Snowflake ids() {
    return ids;
  }

  @Override
  public void close() {
    close(MAX_END);
  }

  /**
   * Hands the slots of keys over, while clients are still told where they went. Then answers what
   * has arrived, and gives numbers and the worker back.
   *
   * @param max how long this may take; a part of it is for what follows the slots
   */
  void close(Duration max) {
    server.announceEnd();
    if (keyed != null) {
      keyed.close(max.multipliedBy(3).dividedBy(5));
    }
    server.close();
    ends.forEach(Runnable::run);
  }
}
