package io.snowbraid.server.internal.peers;

import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.keyed.SlotRoute;
import io.snowbraid.server.internal.http.Answer;
import io.snowbraid.server.internal.http.KeyNumbers;
import io.snowbraid.server.internal.http.Outcome;
import io.snowbraid.server.internal.http.Request;
import io.snowbraid.server.internal.http.Route;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints of Camellia's server of strict ids, on numbers per key. Its client asks other
 * servers if one answers an error, so that is what it gets for a key of another server; where the
 * others serve HTTP is not known here.
 */
final class CamelliaStrict {

  static final String PREFIX = "/camellia/id/gen/strict/";

  /** What Camellia answers if ids have no region. */
  private static final long NO_REGION = -1;

  /** A key cannot be moved further. */
  private static final long LARGEST = 1L << 62;

  private final KeyNumbers keys;
  private final SpringError errors;

  CamelliaStrict(KeyNumbers keys, SpringError errors) {
    this.keys = keys;
    this.errors = errors;
  }

  void addTo(Map<String, Route> routes) {
    routes.put(PREFIX + "genId", Route.get(request -> call(request, CamelliaStrict::next)));
    routes.put(
        PREFIX + "genIdIfCached", Route.get(request -> atOnce(request, CamelliaStrict::next)));
    routes.put(PREFIX + "peekId", Route.get(request -> call(request, CamelliaStrict::peek)));
    routes.put(
        PREFIX + "peekIdIfCached", Route.get(request -> atOnce(request, CamelliaStrict::cached)));
    routes.put(PREFIX + "decodeRegionId", Route.get(this::decodeRegion));
    routes.put(PREFIX + "update", Route.administrative("POST", this::update));
  }

  private static Answer success(long data) {
    return CamelliaAnswer.success(Long.toString(data));
  }

  private Outcome call(Request request, KeyNumbers.Call call) {
    String tag = request.parameter("tag");
    return tag == null
        ? errors.badRequest(request)
        : keys.call(tag, safe(call), CamelliaStrict::refusal);
  }

  /** Answers that there is no number if there is none now, unless another server has the tag. */
  private Outcome atOnce(Request request, KeyNumbers.Call call) {
    return call(
        request,
        (keyed, key) -> {
          Answer answer = call.make(keyed, key);
          return answer == null && isHere(keyed.route(key.slot(), System.nanoTime()))
              ? CamelliaAnswer.notFound()
              : answer;
        });
  }

  private static boolean isHere(SlotRoute route) {
    return route.kind() == SlotRoute.Kind.HERE;
  }

  private static KeyNumbers.Call safe(KeyNumbers.Call call) {
    return (keyed, key) -> {
      try {
        return call.make(keyed, key);
      } catch (ArithmeticException e) {
        return CamelliaAnswer.error("the numbers of the tag are used up");
      }
    };
  }

  private static @Nullable Answer next(KeyedNumbers keyed, KeyNumbers.Key key) {
    return KeyNumbers.take(keyed, key, CamelliaStrict::success);
  }

  /** A key that is not in memory is moved by one, because its next number is not known before. */
  private static @Nullable Answer peek(KeyedNumbers keyed, KeyNumbers.Key key) {
    long last = keyed.last(key.slot(), key.hash(), System.nanoTime());
    return last > 0
        ? success(last + 1)
        : KeyNumbers.take(keyed, key, number -> success(number + 1));
  }

  private static @Nullable Answer cached(KeyedNumbers keyed, KeyNumbers.Key key) {
    long last = keyed.last(key.slot(), key.hash(), System.nanoTime());
    return last > 0 ? success(last + 1) : null;
  }

  private Outcome decodeRegion(Request request) {
    return CamelliaApi.integer(request, "id") == null
        ? errors.badRequest(request)
        : success(NO_REGION);
  }

  private Outcome update(Request request) {
    Long id = CamelliaApi.integer(request, "id");
    if (id == null) {
      return errors.badRequest(request);
    }
    if (id < 1 || id > LARGEST) {
      return CamelliaAnswer.success("false");
    }
    return call(request, (keyed, key) -> advance(keyed, key, id));
  }

  /** Answers whether the tag was moved. */
  private static @Nullable Answer advance(KeyedNumbers keyed, KeyNumbers.Key key, long id) {
    long now = System.nanoTime();
    long last = keyed.last(key.slot(), key.hash(), now);
    long stands = keyed.advance(key.slot(), key.hash(), id, now);
    if (last == KeyedNumbers.NOT_HERE || stands == KeyedNumbers.NOT_NOW) {
      return null;
    }
    return CamelliaAnswer.success(Boolean.toString(last < id && stands == id));
  }

  private static Answer refusal(SlotRoute route) {
    return CamelliaAnswer.error(
        switch (route.kind()) {
          case ELSEWHERE -> "the tag is served by another server: " + route.text() + "; ask it";
          case DAMAGED -> route.text();
          case HERE, MOVING, DOWN -> "the tag cannot be served now; try again";
        });
  }
}
