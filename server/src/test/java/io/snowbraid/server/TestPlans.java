package io.snowbraid.server;

import io.snowbraid.keyed.KeyedSettings;
import io.snowbraid.layout.Layout;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.server.program.HttpPlan;
import io.snowbraid.server.program.KeyedPlan;
import io.snowbraid.server.program.ServerPlan;
import io.snowbraid.server.program.Store;
import java.util.Optional;

/** Plans of servers without HTTP or numbers per key, which the command always plans. */
public final class TestPlans {

  private static final KeyedPlan NO_KEYS =
      new KeyedPlan(false, KeyedSettings.DEFAULT, Optional.empty());

  private TestPlans() {}

  private static final class NoHttp implements HttpPlan {

    @Override
    public Optional<HttpSettings> open(Store store, SegmentGenerators segments) {
      return Optional.empty();
    }

    @Override
    public void close() {}
  }

  /** Creates a plan of a server without HTTP and numbers per key. */
  public static ServerPlan bare(Layout layout, IdServer.Builder server) {
    return new ServerPlan(layout, server, new NoHttp(), NO_KEYS);
  }

  /** Creates a plan of a server without numbers per key. */
  public static ServerPlan withHttp(IdServer.Builder server, HttpPlan http) {
    return new ServerPlan(Layout.DEFAULT, server, http, NO_KEYS);
  }

  /** Creates a plan of a server without HTTP. */
  static ServerPlan withKeys(IdServer.Builder server, KeyedSettings keyed) {
    KeyedPlan plan = new KeyedPlan(true, keyed, Optional.empty());
    return new ServerPlan(Layout.DEFAULT, server, new NoHttp(), plan);
  }
}
