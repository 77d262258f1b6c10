package io.snowbraid.server.program;

import io.netty.util.NetUtil;
import io.snowbraid.Snowflake;
import io.snowbraid.job.IdBlocks;
import io.snowbraid.layout.Layout;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.server.IdServer;
import io.snowbraid.server.internal.services.BuildInfo;
import io.snowbraid.server.internal.services.ClockWarnings;
import java.time.Duration;
import java.util.Optional;
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
  private final Optional<OpeningNumbers> keyed;

  private RunningServer(
      Store store,
      Snowflake ids,
      SegmentGenerators segments,
      HttpOptions http,
      IdServer server,
      Optional<OpeningNumbers> keyed) {
    this.store = store;
    this.ids = ids;
    this.segments = segments;
    this.http = http;
    this.server = server;
    this.keyed = keyed;
  }

  /**
   * Leases a worker and begins to listen.
   *
   * @param store closed by this, also if it fails
   * @param builder has what needs no store
   * @param keyed numbers per key that are still to be opened; empty if none are served
   */
  public static RunningServer start(
      Store store,
      Layout layout,
      IdServer.Builder builder,
      HttpOptions http,
      Optional<OpeningNumbers> keyed) {
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
      keyed.ifPresent(builder::keyed);
      IdBlocks blocks = IdBlocks.open(store.workers(), layout);
      IdServer server = builder.ids(ids).segments(segments).blocks(blocks).build();
      server.start();
      isRunning = true;
      keyed.ifPresent(numbers -> numbers.start(store.keyed(), server.address()));
      return new RunningServer(store, ids, segments, http, server, keyed);
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
        + keyed.map(numbers -> ", announced=" + numbers.announced()).orElse("");
  }

  /** Waits, not for long, until clients can ask for numbers per key. */
  public void awaitSlots() throws InterruptedException {
    if (keyed.isPresent()) {
      keyed.get().awaitSlots(MAX_WAIT_FOR_SLOTS);
    }
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
    keyed.ifPresent(numbers -> numbers.close(max.multipliedBy(3).dividedBy(5)));
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
