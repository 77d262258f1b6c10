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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A server with its own generators and store, which end with it. */
public final class RunningServer implements AutoCloseable {

  /** How long the end takes unless a setting says so, which is less than orchestrators wait. */
  static final Duration MAX_END = Duration.ofSeconds(25);

  private static final Duration MAX_WAIT_FOR_SLOTS = Duration.ofSeconds(5);

  private final Store store;
  private final Snowflake ids;
  private final SegmentGenerators segments;
  private final HttpOptions http;
  private final IdServer server;
  private final @Nullable KeyedNode keyed;
  private final String announced;

  private RunningServer(
      Store store,
      Snowflake ids,
      SegmentGenerators segments,
      HttpOptions http,
      IdServer server,
      @Nullable KeyedNode keyed,
      String announced) {
    this.store = store;
    this.ids = ids;
    this.segments = segments;
    this.http = http;
    this.server = server;
    this.keyed = keyed;
    this.announced = announced;
  }

  /**
   * Leases a worker and begins to listen.
   *
   * @param store closed by this, also if it fails
   * @param builder has what needs no store
   * @param keyed the settings of numbers per key; null if none are served
   * @param announced where clients are told to reach this server; null for where it listens
   */
  public static RunningServer start(
      Store store,
      Layout layout,
      IdServer.Builder builder,
      HttpOptions http,
      @Nullable KeyedSettings keyed,
      @Nullable Endpoint announced) {
    Snowflake ids = null;
    SegmentGenerators segments = null;
    boolean isRunning = false;
    try {
      ids =
          Snowflake.builder()
              .layout(layout)
              .worker(store.workers())
              .listener(new ClockWarnings())
              .build();
      segments = SegmentGenerators.builder().source(store.segments()).build();
      http.open(store, segments).ifPresent(builder::http);
      KeyedNode node = keyed == null ? null : KeyedNode.create(store.keyed(), keyed);
      if (node != null) {
        builder.keyed(node);
      }
      IdBlocks blocks = IdBlocks.open(store.workers(), layout);
      IdServer server = builder.ids(ids).segments(segments).blocks(blocks).build();
      server.start();
      isRunning = true;
      Endpoint reached = announced == null ? AnnouncedAddress.of(server.address()) : announced;
      if (node != null) { // only now, because the system may have chosen the port
        node.join(reached.toString());
      }
      return new RunningServer(store, ids, segments, http, server, node, reached.toString());
    } finally {
      if (!isRunning) {
        http.close();
        closeAll(segments, ids, store);
      }
    }
  }

  /**
   * Describes the server for the log.
   *
   * @param storeName a name of the store, without secrets
   */
  String describe(String storeName) {
    return "version="
        + BuildInfo.version()
        + ", address="
        + NetUtil.toSocketAddressString(server.address())
        + ", store="
        + storeName
        + ", worker="
        + ids.workerId()
        + ", layout="
        + ids.layout()
        + (keyed == null ? "" : ", announced=" + announced);
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
      node.await(slot, wake);
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
    http.close();
    closeAll(segments, ids, store);
  }

  private static void closeAll(
      @Nullable SegmentGenerators segments, @Nullable Snowflake ids, Store store) {
    if (segments != null) {
      segments.close();
    }
    if (ids != null) {
      ids.close();
    }
    store.close();
  }
}
