package io.snowbraid.server.internal.peers;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.layout.IdParts;
import io.snowbraid.layout.Layout;
import io.snowbraid.server.http.CamelliaSettings;
import io.snowbraid.server.http.Capability;
import io.snowbraid.server.internal.http.Answer;
import io.snowbraid.server.internal.http.HttpNumbers;
import io.snowbraid.server.internal.http.KeyNumbers;
import io.snowbraid.server.internal.http.Outcome;
import io.snowbraid.server.internal.http.Request;
import io.snowbraid.server.internal.http.Route;
import io.snowbraid.server.internal.services.Services;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The endpoints of Camellia's servers that concern no tag, and those that are not served. */
final class CamelliaApi {

  private static final String SNOWFLAKE = "/camellia/id/gen/snowflake/";
  private static final String HEALTH = "/camellia/health/";

  /** What Camellia answers if ids have no region. */
  private static final long NO_REGION = -1;

  private final HttpNumbers draws;
  private final Layout layout;
  private final SpringError errors;

  private CamelliaApi(Services services, HttpNumbers draws) {
    this.draws = draws;
    this.layout = services.ids().layout();
    this.errors = new SpringError(InstantSource.system());
  }

  /** Adds the routes of all of Camellia's servers. */
  static void add(
      Map<String, Route> routes, Services services, HttpNumbers draws, CamelliaSettings settings) {
    new CamelliaApi(services, draws).addTo(routes);
    new CamelliaSegments(services, draws, settings).addTo(routes);
    KeyedNumbers keyed = services.keyed();
    if (keyed != null) {
      KeyNumbers keys = new KeyNumbers(keyed, services.keyedWait());
      new CamelliaStrict(keys, new SpringError(InstantSource.system())).addTo(routes);
    }
    routes.put(HEALTH + "status", Route.open(request -> health(services)));
    routes.put(HEALTH + "check", Route.open(request -> health(services)));
  }

  private void addTo(Map<String, Route> routes) {
    routes.put(SNOWFLAKE + "genId", Route.get(this::id));
    addPart(routes, "decodeTs", parts -> parts.time().toEpochMilli());
    addPart(routes, "decodeRegionId", parts -> NO_REGION);
    addPart(routes, "decodeWorkerId", IdParts::worker);
    addPart(routes, "decodeSequence", IdParts::sequence);
    routes.put(CamelliaStrict.PREFIX, Route.any(request -> notServed()));
  }

  private void addPart(Map<String, Route> routes, String name, ToLongFunction<IdParts> part) {
    routes.put(SNOWFLAKE + name, Route.get(request -> part(request, part)));
  }

  private Outcome id(Request request) {
    return draws.ids(1, ids -> success(ids[0]), CamelliaAnswer::of);
  }

  private Outcome part(Request request, ToLongFunction<IdParts> part) {
    Long id = integer(request, "id");
    if (id == null) {
      return errors.badRequest(request);
    }
    try {
      return success(part.applyAsLong(layout.decode(id)));
    } catch (IllegalArgumentException e) { // not an id of the layout
      return CamelliaAnswer.error(String.valueOf(e.getMessage()));
    }
  }

  private static Answer success(long data) {
    return CamelliaAnswer.success(Long.toString(data));
  }

  private static Answer notServed() {
    return CamelliaAnswer.error("strict ids are not served here; use segment or snowflake ids");
  }

  private static Answer health(Services services) {
    boolean isUp =
        !services.isDraining().getAsBoolean() && services.figures().isReady(Capability.IDS);
    return Answer.of(
        isUp ? HttpResponseStatus.OK : HttpResponseStatus.INTERNAL_SERVER_ERROR,
        Answer.JSON,
        isUp ? "{\"code\":200}" : "{\"code\":500}");
  }

  /** Returns a parameter; null if it is missing or not an integer. */
  static @Nullable Long integer(Request request, String name) {
    String value = request.parameter(name);
    try {
      return value == null ? null : Long.valueOf(value);
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
