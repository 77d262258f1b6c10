package io.snowbraid.server.internal.http;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.snowbraid.SnowflakeStatus;
import io.snowbraid.server.internal.services.Services;
import java.util.Map;

/**
 * Says whether the process is alive, and whether it should be asked for ids: it has a worker, can
 * issue ids now, and is not being closed. A store that fails does not matter as long as grants
 * last.
 */
public final class Health {

  private final Services services;

  Health(Services services) {
    this.services = services;
  }

  void addTo(Map<String, Route> routes) {
    routes.put("/health/live", Route.open(request -> Answer.json("{\"status\":\"UP\"}")));
    routes.put("/health/ready", Route.open(request -> ready()));
  }

  private Answer ready() {
    SnowflakeStatus status = services.ids().status();
    boolean isDraining = services.isDraining().getAsBoolean();
    boolean isReady = !isDraining && issues(status);
    String body =
        "{\"status\":\""
            + (isReady ? "UP" : "DOWN")
            + "\",\"ids\":\""
            + status.state()
            + "\",\"worker\":"
            + status.worker()
            + ",\"store\":\""
            + (status.storeFailure().isPresent() ? "FAILING" : "UP")
            + "\",\"draining\":"
            + isDraining
            + "}";
    HttpResponseStatus code =
        isReady ? HttpResponseStatus.OK : HttpResponseStatus.SERVICE_UNAVAILABLE;
    return Answer.of(code, Answer.JSON, body);
  }

  public static boolean issues(SnowflakeStatus status) {
    return switch (status.state()) {
      case READY -> true;
      case GRANT_NEEDED -> status.storeFailure().isEmpty();
      case CLOCK_BEHIND, CLOCK_FAILED, EXHAUSTED, STOPPED, CLOSED -> false;
    };
  }
}
