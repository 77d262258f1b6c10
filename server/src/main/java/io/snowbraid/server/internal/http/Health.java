package io.snowbraid.server.internal.http;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.snowbraid.SnowflakeStatus;
import io.snowbraid.keyed.KeyedStatus;
import io.snowbraid.server.http.Capability;
import io.snowbraid.server.internal.services.Services;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reports whether the process is alive and ready. It is ready if it is not shutting down and can
 * issue what its settings require. A failing store does not affect ids while grants last.
 */
public final class Health {

  /** How long a result is cached, because any client may ask and there may be thousands of tags. */
  private static final long AGE_NANOS = 1_000_000_000;

  /** Whether numbers of all tags were available at a moment. */
  private record KnownTags(boolean areThere, long nanoTime) {}

  private final Services services;
  private final Set<Capability> needed;
  private volatile @Nullable KnownTags known;

  Health(Services services, Set<Capability> needed) {
    this.services = services;
    this.needed = needed;
  }

  void addTo(Map<String, Route> routes) {
    routes.put("/health/live", Route.open(request -> Answer.json("{\"status\":\"UP\"}")));
    routes.put("/health/ready", Route.open(request -> ready(needed)));
    for (Capability one : Capability.values()) {
      String path = "/health/ready/" + one.name().toLowerCase(Locale.ROOT);
      routes.put(path, Route.open(request -> ready(Set.of(one))));
    }
  }

  private Answer ready(Set<Capability> wanted) {
    SnowflakeStatus status = services.ids().status();
    boolean isDraining = services.isDraining().getAsBoolean();
    boolean isReady = !isDraining && wanted.stream().allMatch(this::has);
    boolean hasTags = has(Capability.TAGS);
    boolean isFailing = !hasTags || status.storeFailure().isPresent() || isStoreOfKeysFailing();
    String body =
        """
        {"status":%s,"ids":"%s","tags":%s,"keys":%s,"worker":%s,"store":"%s","draining":%s}\
        """
            .formatted(
                upOrDown(isReady),
                status.state(),
                upOrDown(hasTags),
                services.keyed() == null ? "\"OFF\"" : upOrDown(has(Capability.KEYS)),
                services.ids().workerId(),
                isFailing ? "FAILING" : "UP",
                isDraining);
    HttpResponseStatus code =
        isReady ? HttpResponseStatus.OK : HttpResponseStatus.SERVICE_UNAVAILABLE;
    return Answer.of(code, Answer.JSON, body);
  }

  private boolean isStoreOfKeysFailing() {
    if (services.keyed() == null) {
      return false;
    }
    KeyedStatus keyed = services.keyed().status();
    return keyed.storeFailure().isPresent() || keyed.numbers().boundFailure().isPresent();
  }

  private boolean has(Capability capability) {
    return capability == Capability.TAGS ? hasTags() : services.figures().isReady(capability);
  }

  private boolean hasTags() {
    KnownTags last = known;
    long now = System.nanoTime();
    if (last == null || now - last.nanoTime() > AGE_NANOS) {
      last = new KnownTags(services.figures().isReady(Capability.TAGS), now);
      known = last;
    }
    return last.areThere();
  }

  private static String upOrDown(boolean isUp) {
    return isUp ? "\"UP\"" : "\"DOWN\"";
  }
}
