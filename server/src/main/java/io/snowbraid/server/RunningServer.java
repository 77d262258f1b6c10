package io.snowbraid.server;

import io.netty.util.NetUtil;
import io.snowbraid.Layout;
import io.snowbraid.Snowflake;
import io.snowbraid.segment.SegmentGenerators;
import org.jspecify.annotations.Nullable;

/** A server with its own generators and store, which end with it. */
final class RunningServer implements AutoCloseable {

  private final Store store;
  private final Snowflake ids;
  private final SegmentGenerators segments;
  private final HttpPlan http;
  private final IdServer server;

  private RunningServer(
      Store store, Snowflake ids, SegmentGenerators segments, HttpPlan http, IdServer server) {
    this.store = store;
    this.ids = ids;
    this.segments = segments;
    this.http = http;
    this.server = server;
  }

  /**
   * Leases a worker and begins to listen.
   *
   * @param store closed by this, also if it fails
   * @param settings what else the server needs
   */
  static RunningServer start(Store store, Layout layout, IdServer.Builder settings) {
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
      settings.settings().httpPlan.open(store, segments).ifPresent(settings::http);
      IdServer server = settings.ids(ids).segments(segments).build();
      server.start();
      isRunning = true;
      return new RunningServer(store, ids, segments, settings.settings().httpPlan, server);
    } finally {
      if (!isRunning) {
        settings.settings().httpPlan.close();
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
        + ids.layout();
  }

  IdServer server() {
    return server;
  }

  Snowflake ids() {
    return ids;
  }

  /** Answers what has arrived, and gives numbers and the worker back. */
  @Override
  public void close() {
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
