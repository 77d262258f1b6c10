package io.snowbraid.server.internal.legacy;

import static io.snowbraid.server.internal.legacy.CamelliaApi.error;
import static io.snowbraid.server.internal.legacy.CamelliaApi.get;
import static io.snowbraid.server.internal.legacy.CamelliaApi.success;

import io.snowbraid.keyed.KeySlot;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.keyed.SlotRoute;
import io.snowbraid.server.internal.http.Answer;
import io.snowbraid.server.internal.http.AsyncCall;
import io.snowbraid.server.internal.http.Outcome;
import io.snowbraid.server.internal.http.Problem;
import io.snowbraid.server.internal.http.Request;
import io.snowbraid.server.internal.http.Route;
import io.snowbraid.server.internal.loop.SlotCall;
import io.snowbraid.server.internal.services.Services;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints of Camellia's server for strict ids, based on numbers per key. Calls for a key of
 * another server get an error, which makes Camellia's client ask the other servers. Their HTTP
 * addresses are unknown here.
 */
final class CamelliaStrict {

  private static final String PREFIX = "/camellia/id/gen/strict/";

  /** The highest value to which a key can be moved. */
  private static final long LARGEST = 1L << 62;

  /** A call; returns null if it is not possible yet. */
  @FunctionalInterface
  private interface Call {
    @Nullable Answer make(int slot, long hash, long now);
  }

  private final KeyedNumbers keyed;
  private final Duration limit;

  private CamelliaStrict(KeyedNumbers keyed, Duration limit) {
    this.keyed = keyed;
    this.limit = limit;
  }

  static void add(Map<String, Route> routes, Services services) {
    KeyedNumbers keyed = services.keyed();
    if (keyed != null) {
      new CamelliaStrict(keyed, services.keyedWait()).addTo(routes);
    }
    routes.put(
        PREFIX,
        Route.any(
            request -> error("strict ids are not served here; use segment or snowflake ids")));
  }

  private void addTo(Map<String, Route> routes) {
    routes.put(PREFIX + "genId", get(request -> call(request, this::next)));
    routes.put(PREFIX + "genIdIfCached", get(request -> callAtOnce(request, this::next)));
    routes.put(PREFIX + "peekId", get(request -> call(request, this::peek)));
    routes.put(PREFIX + "peekIdIfCached", get(request -> callAtOnce(request, this::cached)));
    routes.put(PREFIX + "decodeRegionId", get(CamelliaStrict::region));
    routes.put(PREFIX + "update", Route.administrative("POST", SpringBoot.handler(this::update)));
  }

  /** Makes a call, and waits if it is not possible yet. */
  private Outcome call(Request request, Call call) {
    byte[] tag = SpringBoot.text(request, "tag").getBytes(StandardCharsets.UTF_8);
    int slot = KeySlot.of(tag, 0, tag.length);
    long hash = KeySlot.hash(tag, 0, tag.length);
    LongFunction<@Nullable Answer> made = now -> call.make(slot, hash, now);
    SlotCall<Outcome> waiting =
        new SlotCall<>(
            keyed, slot, System.nanoTime(), now -> safe(made, now), CamelliaStrict::refusal);
    Outcome answer = waiting.attempt(false);
    return answer == null
        ? new AsyncCall((loop, promise) -> waiting.await(limit, loop, promise), Problem::of)
        : answer;
  }

  private static @Nullable Answer safe(LongFunction<@Nullable Answer> call, long now) {
    try {
      return call.apply(now);
    } catch (ArithmeticException e) {
      return error("the numbers of the tag are used up");
    }
  }

  /**
   * Makes a call without waiting. If no number is available, says so, unless another server owns
   * the slot.
   */
  private Outcome callAtOnce(Request request, Call call) {
    return call(
        request,
        (slot, hash, now) -> {
          Answer answer = call.make(slot, hash, now);
          return answer == null && keyed.route(slot, now).kind() == SlotRoute.Kind.HERE
              ? Answer.json("{\"code\":404,\"data\":null,\"msg\":\"not found\"}")
              : answer;
        });
  }

  private @Nullable Answer next(int slot, long hash, long now) {
    return next(slot, hash, now, 0);
  }

  private @Nullable Answer next(int slot, long hash, long now, int more) {
    long number = keyed.take(slot, hash, 1, now);
    return number == KeyedNumbers.NOT_NOW ? null : success(number + more);
  }

  /** Moves a key that is not in memory by one, because its next number is unknown before. */
  private @Nullable Answer peek(int slot, long hash, long now) {
    Answer cached = cached(slot, hash, now);
    return cached == null ? next(slot, hash, now, 1) : cached;
  }

  private @Nullable Answer cached(int slot, long hash, long now) {
    long last = keyed.last(slot, hash, now);
    return last > 0 ? success(last + 1) : null;
  }

  private static Outcome region(Request request) {
    SpringBoot.integer(request, "id");
    return success(CamelliaApi.NO_REGION);
  }

  private Outcome update(Request request) {
    long id = SpringBoot.integer(request, "id");
    return id < 1 || id > LARGEST
        ? success("false")
        : call(request, (slot, hash, now) -> advance(slot, hash, now, id));
  }

  /** Answers whether the tag was moved. */
  private @Nullable Answer advance(int slot, long hash, long now, long id) {
    long last = keyed.last(slot, hash, now);
    long stands = keyed.advance(slot, hash, id, now);
    return last == KeyedNumbers.NOT_HERE || stands == KeyedNumbers.NOT_NOW
        ? null
        : success(Boolean.toString(last < id && stands == id));
  }

  private static Answer refusal(SlotRoute route) {
    return error(
        switch (route.kind()) {
          case ELSEWHERE -> "the tag is served by another server: " + route.text() + "; ask it";
          case DAMAGED -> route.text();
          case HERE, MOVING, DOWN -> "the tag cannot be served now; try again";
        });
  }
}
