package io.snowbraid.server.internal.legacy;

import static io.snowbraid.server.internal.legacy.SpringBoot.count;
import static io.snowbraid.server.internal.legacy.SpringBoot.integer;
import static io.snowbraid.server.internal.legacy.SpringBoot.text;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.layout.IdParts;
import io.snowbraid.segment.Region;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.segment.UnknownTagException;
import io.snowbraid.server.http.CamelliaSettings;
import io.snowbraid.server.http.Capability;
import io.snowbraid.server.internal.http.Answer;
import io.snowbraid.server.internal.http.AsyncCall;
import io.snowbraid.server.internal.http.HttpNumbers;
import io.snowbraid.server.internal.http.Json;
import io.snowbraid.server.internal.http.Outcome;
import io.snowbraid.server.internal.http.Request;
import io.snowbraid.server.internal.http.Route;
import io.snowbraid.server.internal.services.Services;
import java.util.Map;
import java.util.OptionalLong;
import java.util.StringJoiner;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * The endpoints of Camellia's servers for segments and snowflake ids. Failed calls also have status
 * 200. A segment server stores the last drawn counter, which is one less than a bound.
 */
final class CamelliaApi {

  private static final String SEGMENT = "/camellia/id/gen/segment/";
  private static final String STRICT = "/camellia/id/gen/strict/";
  private static final String SNOWFLAKE = "/camellia/id/gen/snowflake/";
  private static final String HEALTH = "/camellia/health/";

  /** Camellia's answer for ids without a region. */
  private static final long NO_REGION = -1;

  private static final int MAX_TAGS = 10_000;

  private static final int STEPS_PER_REQUEST = 5;

  private final Services services;
  private final HttpNumbers draws;
  private final CamelliaSettings settings;
  private final SegmentSource source;

  CamelliaApi(Services services, HttpNumbers draws, CamelliaSettings settings) {
    this.services = services;
    this.draws = draws;
    this.settings = settings;
    this.source = settings.source();
  }

  void addTo(Map<String, Route> routes) {
    routes.put(SEGMENT + "genId", get(this::number));
    routes.put(SEGMENT + "genIds", get(this::numbers));
    routes.put(SEGMENT + "decodeRegionId", get(this::region));
    routes.put(SEGMENT + "update", Route.administrative("POST", SpringBoot.handler(this::update)));
    routes.put(SEGMENT + "selectId", get(this::last));
    routes.put(SEGMENT + "selectTagIdMaps", get(request -> later("all", this::lastOfAll)));
    routes.put(SNOWFLAKE + "genId", get(request -> id()));
    routes.put(SNOWFLAKE + "decodeTs", part(parts -> parts.time().toEpochMilli()));
    routes.put(SNOWFLAKE + "decodeRegionId", part(parts -> NO_REGION));
    routes.put(SNOWFLAKE + "decodeWorkerId", part(IdParts::worker));
    routes.put(SNOWFLAKE + "decodeSequence", part(IdParts::sequence));
    routes.put(
        STRICT,
        Route.any(request -> error("strict ids are not served; use INCR of a Redis client")));
    routes.put(HEALTH + "status", Route.open(request -> health()));
    routes.put(HEALTH + "check", Route.open(request -> health()));
  }

  private static Route get(Route.Handler handler) {
    return Route.get(SpringBoot.handler(handler));
  }

  /**
   * Makes the answer to a successful call.
   *
   * @param data JSON
   */
  private static Answer success(String data) {
    return Answer.json("{\"code\":200,\"data\":" + data + ",\"msg\":\"success\"}");
  }

  private static Answer success(long data) {
    return success(Long.toString(data));
  }

  private static Answer error(String message) {
    return Answer.json("{\"code\":500,\"data\":null,\"msg\":" + Json.text(message) + "}");
  }

  /** Makes the answer to a failed call, in Camellia's words. */
  private static Answer failed(RuntimeException failure) {
    if (failure.getClass() == IdsUnavailableException.class) { // a failure of a tag, not of ids
      return error(
          failure.getCause() == null ? "exceed max retry" : "load ids from idLoader error");
    }
    return error("internal error");
  }

  private Outcome number(Request request) {
    return draws.numbers(text(request, "tag"), 1, ids -> success(ids[0]), CamelliaApi::failed);
  }

  private Outcome numbers(Request request) {
    String tag = text(request, "tag");
    int count = count(request, "count");
    if (count > STEPS_PER_REQUEST * settings.step()) {
      return error("count exceed step*5");
    }
    return count < 0
        ? error("internal error")
        : draws.numbers(tag, count, ids -> success(Json.numbers(ids)), CamelliaApi::failed);
  }

  private Outcome region(Request request) {
    Region region = settings.region();
    long id = integer(request, "id");
    return success(region.bits() == 0 ? NO_REGION : region.idOf(id));
  }

  private Outcome update(Request request) {
    String tag = text(request, "tag");
    long id = integer(request, "id");
    return later("tag:" + tag, () -> Boolean.toString(advance(tag, id)));
  }

  /** Moves a tag forward; like Camellia, ignores a tag that does not exist. */
  private boolean advance(String tag, long last) {
    try {
      return last >= 0 && last < Long.MAX_VALUE && source.advance(tag, last + 1);
    } catch (UnknownTagException e) {
      return false;
    }
  }

  private Outcome last(Request request) {
    String tag = text(request, "tag");
    return later("tag:" + tag, () -> last(tag));
  }

  private String last(String tag) {
    OptionalLong bound = source.peek(tag);
    return bound.isEmpty() ? "null" : Long.toString(bound.getAsLong() - 1);
  }

  private String lastOfAll() {
    StringJoiner map = new StringJoiner(",", "{", "}");
    source.tags().stream()
        .limit(MAX_TAGS)
        .forEach(tag -> map.add(Json.text(tag) + ":" + last(tag)));
    return map.toString();
  }

  private Outcome later(String key, Supplier<String> data) {
    return AsyncCall.blocking(
        services.queues().store(), key, () -> success(data.get()), CamelliaApi::failed);
  }

  private Outcome id() {
    return draws.ids(1, ids -> success(ids[0]), CamelliaApi::failed);
  }

  private Route part(ToLongFunction<IdParts> part) {
    return get(
        request -> {
          long id = integer(request, "id");
          try {
            return success(part.applyAsLong(services.ids().layout().decode(id)));
          } catch (IllegalArgumentException e) { // not an id of the layout
            return error(String.valueOf(e.getMessage()));
          }
        });
  }

  private Answer health() {
    boolean isUp =
        !services.isDraining().getAsBoolean() && services.figures().isReady(Capability.IDS);
    return Answer.of(
        isUp ? HttpResponseStatus.OK : HttpResponseStatus.INTERNAL_SERVER_ERROR,
        Answer.JSON,
        isUp ? "{\"code\":200}" : "{\"code\":500}");
  }
}
