package io.snowbraid.server.internal.legacy;

import io.snowbraid.segment.Segment;
import io.snowbraid.server.http.TinyidSettings;
import io.snowbraid.server.internal.http.Answer;
import io.snowbraid.server.internal.http.AsyncCall;
import io.snowbraid.server.internal.http.HttpNumbers;
import io.snowbraid.server.internal.http.Json;
import io.snowbraid.server.internal.http.Outcome;
import io.snowbraid.server.internal.http.Problem;
import io.snowbraid.server.internal.http.Request;
import io.snowbraid.server.internal.http.Route;
import io.snowbraid.server.internal.http.Router;
import io.snowbraid.server.internal.services.CallQueue;
import io.snowbraid.server.internal.services.ErrorText;
import io.snowbraid.server.internal.services.Services;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints of Tinyid's server. Each has two forms: one answers with JSON, the other with text,
 * which is empty on failure.
 */
final class TinyidApi {

  private static final String PREFIX = "/tinyid/id/";

  private static final int MAX_NUMBERS = 100_000;

  private static final Answer NOTHING = Answer.text("");

  /** The largest number, the loading number, the current number, delta and the remainder. */
  private static final String SEGMENT =
      "{\"maxId\":%s,\"loadingId\":%s,\"currentId\":%s,\"delta\":%s,\"remainder\":%s}";

  private static final int LOADING_PERCENT = 20;
  private static final Answer WRONG_TOKEN = error(5, "token is error");

  private final HttpNumbers draws;
  private final CallQueue store;
  private final TinyidSettings settings;
  private final TinyidTokens tokens;

  TinyidApi(Services services, HttpNumbers draws, TinyidSettings settings) {
    this.draws = draws;
    this.store = services.queues().store();
    this.settings = settings;
    this.tokens = new TinyidTokens(settings.tokens(), services.nanoTime());
  }

  void addTo(Map<String, Route> routes) {
    routes.put(PREFIX + "nextId", route(this::ids));
    routes.put(PREFIX + "nextIdSimple", route(this::idsAsText));
    routes.put(PREFIX + "nextSegmentId", route(this::segment));
    routes.put(PREFIX + "nextSegmentIdSimple", route(this::segmentAsText));
  }

  /** Creates a route that first reloads the tokens if they are due. */
  private Route route(Route.Handler answer) {
    Route.Handler handler = SpringBoot.handler(answer);
    return Route.any(
        request ->
            tokens.areFresh()
                ? handler.handle(request)
                : AsyncCall.blocking(
                    store,
                    "tokens",
                    () -> {
                      tokens.refresh();
                      return Router.answer(handler, request);
                    },
                    Problem::of));
  }

  private Outcome ids(Request request) {
    return numbers(
        request,
        WRONG_TOKEN,
        ids -> success(Json.numbers(ids)),
        (tag, failure) -> failed("error query segmentId: " + reason(failure, tag)));
  }

  private Outcome idsAsText(Request request) {
    return numbers(
        request, NOTHING, ids -> Answer.text(Json.joined(ids)), (tag, failure) -> NOTHING);
  }

  private Outcome numbers(
      Request request,
      Answer refusal,
      Function<long[], Answer> success,
      BiFunction<String, RuntimeException, Answer> failure) {
    String batch = request.parameter("batchSize");
    int size = batch == null || batch.isEmpty() ? 1 : SpringBoot.count(request, "batchSize");
    String tag = allowedTag(request);
    if (tag == null) {
      return refusal;
    }
    int count = Math.max(0, Math.min(MAX_NUMBERS, size));
    return draws.numbers(tag, count, success, e -> failure.apply(tag, e));
  }

  private Outcome segment(Request request) {
    return segment(
        request, WRONG_TOKEN, SEGMENT, TinyidApi::success, (tag, e) -> failed(reason(e, tag)));
  }

  private Outcome segmentAsText(Request request) {
    return segment(request, NOTHING, "%3$s,%2$s,%1$s,%4$s,%5$s", Answer::text, (t, e) -> NOTHING);
  }

  private Outcome segment(
      Request request,
      Answer refusal,
      String form,
      Function<String, Answer> success,
      BiFunction<String, RuntimeException, Answer> failure) {
    String tag = allowedTag(request);
    return tag == null
        ? refusal
        : AsyncCall.blocking(
            store,
            "tag:" + tag,
            () -> success.apply(text(settings.source().draw(tag, settings.minSegment()), form)),
            e -> failure.apply(tag, e));
  }

  /**
   * Formats a segment for Tinyid's clients: they issue the numbers above the current one, up to the
   * largest, that have the remainder modulo delta, and request the next segment at the loading
   * number.
   */
  private static String text(Segment segment, String form) {
    if (segment.region().bits() > 0) {
      throw new IllegalStateException(
          "segment for a client must have no region: region=" + segment.region());
    }
    long delta = segment.step();
    long max = segment.bound() - 1;
    long current = max - segment.count() * delta;
    long loading = current + (max - current) * LOADING_PERCENT / 100;
    return form.formatted(max, loading, current, delta, segment.first() % delta);
  }

  /** Returns the request's tag; null if its token does not allow that tag. */
  private @Nullable String allowedTag(Request request) {
    String tag = request.parameter("bizType");
    String token = request.parameter("token");
    return tag != null && token != null && tokens.allow(token, tag) ? tag : null;
  }

  private static Answer success(String data) {
    return Answer.json("{\"data\":" + data + ",\"code\":200,\"message\":\"\"}");
  }

  private static Answer failed(String message) {
    return error(6, message);
  }

  private static String reason(RuntimeException failure, String tag) {
    return ErrorText.isUnknownTag(failure)
        ? "can not find biztype:" + tag
        : ErrorText.forClients(failure);
  }

  private static Answer error(int code, String message) {
    return Answer.json(
        "{\"data\":null,\"code\":" + code + ",\"message\":" + Json.text(message) + "}");
  }
}
