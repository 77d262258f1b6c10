package io.snowbraid.server.program;

import io.snowbraid.layout.Layout;
import io.snowbraid.server.IdServer;

/**
 * What a server is started with once there is a store.
 *
 * @param server all settings that need no store
 */
public record ServerPlan(Layout layout, IdServer.Builder server, HttpPlan http, KeyedPlan keyed) {}
