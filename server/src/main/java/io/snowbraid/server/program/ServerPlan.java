package io.snowbraid.server.program;

import io.snowbraid.Layout;
import io.snowbraid.server.IdServer;

/**
 * What a server is started with once there is a store.
 *
 * @param server all settings that need no store
 */
public record ServerPlan(Layout layout, IdServer.Builder server, HttpPlan http, KeyedPlan keyed) {

  /** Creates a plan of a server without HTTP and numbers per key. */
  public static ServerPlan of(Layout layout, IdServer.Builder server) {
    return new ServerPlan(layout, server, HttpPlan.NONE, KeyedPlan.OFF);
  }

  /** Changes what makes the settings of HTTP. */
  public ServerPlan with(HttpPlan plan) {
    return new ServerPlan(layout, server, plan, keyed);
  }

  /** Changes what opens the numbers per key. */
  public ServerPlan with(KeyedPlan plan) {
    return new ServerPlan(layout, server, http, plan);
  }
}
