package io.snowbraid.server.program;

import io.snowbraid.keyed.KeyedSettings;
import io.snowbraid.server.internal.services.Endpoint;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * How the numbers per key are opened once there is a store.
 *
 * @param isOn whether they are served
 * @param announced where clients are told to reach this server; empty for where it listens
 */
public record KeyedPlan(boolean isOn, KeyedSettings settings, Optional<Endpoint> announced) {

  /** Returns numbers that are still to be opened; empty if none are served. */
  Optional<OpeningNumbers> prepare() {
    return isOn ? Optional.of(new OpeningNumbers(settings)) : Optional.empty();
  }

  /** Returns where clients are told to reach a server that listens somewhere. */
  Endpoint announced(InetSocketAddress listening) {
    return announced.orElseGet(() -> AnnouncedAddress.of(listening));
  }
}
