package io.snowbraid.server.internal.peers;

import io.snowbraid.segment.Region;
import io.snowbraid.segment.RegionSynchronizer;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.segment.UnknownTagException;
import io.snowbraid.server.http.CamelliaSettings;
import io.snowbraid.server.internal.http.AsyncCall;
import io.snowbraid.server.internal.http.HttpNumbers;
import io.snowbraid.server.internal.http.Json;
import io.snowbraid.server.internal.http.Outcome;
import io.snowbraid.server.internal.http.Request;
import io.snowbraid.server.internal.http.Route;
import io.snowbraid.server.internal.services.Services;
import io.snowbraid.server.internal.services.WaitingDraws;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.StringJoiner;
import java.util.function.Supplier;

/**
 * The endpoints of Camellia's segment server. It stores the last counter that was drawn, which is
 * one less than a bound.
 */
final class CamelliaSegments {

  private static final String PREFIX = "/camellia/id/gen/segment/";

  /** How many tags Camellia returns at most. */
  private static final int MAX_TAGS = 10_000;

  private static final int STEPS_PER_REQUEST = 5;

  private final HttpNumbers draws;
  private final WaitingDraws store;
  private final WaitingDraws noStore;
  private final SegmentSource source;
  private final Region region;
  private final int step;
  private final Optional<RegionSynchronizer> synchronizer;
  private final SpringError errors;

  CamelliaSegments(Services services, HttpNumbers draws, CamelliaSettings settings) {
    this.draws = draws;
    this.store = services.queues().store();
    this.noStore = services.queues().noStore();
    this.source = settings.source();
    this.region = settings.region();
    this.step = settings.step();
    this.synchronizer = settings.synchronizer();
    this.errors = new SpringError(InstantSource.system());
  }

  void addTo(Map<String, Route> routes) {
    routes.put(PREFIX + "genId", Route.get(this::id));
    routes.put(PREFIX + "genIds", Route.get(this::ids));
    routes.put(PREFIX + "decodeRegionId", Route.get(this::decodeRegion));
    routes.put(PREFIX + "update", Route.administrative("POST", this::update));
    routes.put(PREFIX + "selectId", Route.get(this::last));
    routes.put(PREFIX + "selectTagIdMaps", Route.get(request -> later("all", () -> lastOfAll())));
    routes.put(PREFIX + "sync", Route.get(request -> later(noStore, "sync", this::synchronize)));
  }

  private Outcome id(Request request) {
    String tag = request.parameter("tag");
    return tag == null
        ? errors.badRequest(request)
        : draws.numbers(
            tag, 1, ids -> CamelliaAnswer.success(Long.toString(ids[0])), CamelliaAnswer::of);
  }

  private Outcome ids(Request request) {
    String tag = request.parameter("tag");
    Long count = CamelliaApi.integer(request, "count");
    if (tag == null || count == null || count.intValue() != count) {
      return errors.badRequest(request);
    }
    if (count > (long) STEPS_PER_REQUEST * step) {
      return CamelliaAnswer.error("count exceed step*5");
    }
    if (count < 0) {
      return CamelliaAnswer.error("internal error");
    }
    return draws.numbers(
        tag,
        count.intValue(),
        ids -> CamelliaAnswer.success(Json.numbers(ids)),
        CamelliaAnswer::of);
  }

  private Outcome decodeRegion(Request request) {
    Long id = CamelliaApi.integer(request, "id");
    return id == null
        ? errors.badRequest(request)
        : CamelliaAnswer.success(Integer.toString(region.bits() == 0 ? -1 : region.idOf(id)));
  }

  private Outcome update(Request request) {
    String tag = request.parameter("tag");
    Long id = CamelliaApi.integer(request, "id");
    return tag == null || id == null
        ? errors.badRequest(request)
        : later("tag:" + tag, () -> Boolean.toString(advance(tag, id)));
  }

  /** Moves a tag up; one that does not exist is left alone, as by Camellia. */
  private boolean advance(String tag, long last) {
    try {
      return last >= 0 && last < Long.MAX_VALUE && source.advance(tag, last + 1);
    } catch (UnknownTagException e) {
      return false;
    }
  }

  private Outcome last(Request request) {
    String tag = request.parameter("tag");
    return tag == null ? errors.badRequest(request) : later("tag:" + tag, () -> last(tag));
  }

  private String last(String tag) {
    OptionalLong bound = source.peek(tag);
    return bound.isEmpty() ? "null" : Long.toString(bound.getAsLong() - 1);
  }

  private String lastOfAll() {
    List<String> tags = source.tags();
    StringJoiner map = new StringJoiner(",", "{", "}");
    tags.stream().limit(MAX_TAGS).forEach(tag -> map.add(Json.text(tag) + ":" + last(tag)));
    return map.toString();
  }

  /** This server is one of the regions, so this must not hold up the calls that it makes. */
  private String synchronize() {
    synchronizer.ifPresent(RegionSynchronizer::synchronize);
    return Boolean.toString(synchronizer.isPresent());
  }

  private Outcome later(String key, Supplier<String> data) {
    return later(store, key, data);
  }

  private static Outcome later(WaitingDraws queue, String key, Supplier<String> data) {
    return AsyncCall.blocking(
        queue, key, () -> CamelliaAnswer.success(data.get()), CamelliaAnswer::of);
  }
}
