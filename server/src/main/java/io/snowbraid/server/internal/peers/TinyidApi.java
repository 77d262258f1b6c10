package io.snowbraid.server.internal.peers;

import io.snowbraid.segment.SegmentSource;
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
import io.snowbraid.server.internal.services.ErrorText;
import io.snowbraid.server.internal.services.Services;
import io.snowbraid.server.internal.services.WaitingDraws;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints of Tinyid's server. Each has two forms: one answers with JSON, the other with text,
 * which is empty if the call failed.
 */
final class TinyidApi {

  private static final String PREFIX = "/tinyid/id/";

  /** How many numbers Tinyid returns at most. */
  private static final int MAX_NUMBERS = 100_000;

  private static final Answer NOTHING = Answer.text("");

  private static final int WRONG_TOKEN = 5;
  private static final int FAILED = 6;

  private final HttpNumbers draws;
  private final WaitingDraws store;
  private final SegmentSource source;
  private final KnownTokens tokens;
  private final int minSegment;
  private final SpringError errors;

  TinyidApi(Services services, HttpNumbers draws, TinyidSettings settings) {
    this.draws = draws;
    this.store = services.queues().store();
    this.source = settings.source();
    this.tokens = new KnownTokens(settings.tokens(), services.nanoTime());
    this.minSegment = settings.minSegment();
    this.errors = new SpringError(InstantSource.system());
  }

  void addTo(Map<String, Route> routes) {
    routes.put(PREFIX + "nextId", route(this::ids));
    routes.put(PREFIX + "nextIdSimple", route(this::idsAsText));
    routes.put(PREFIX + "nextSegmentId", route(this::segment));
    routes.put(PREFIX + "nextSegmentIdSimple", route(this::segmentAsText));
  }

  /** Creates a route that reads the tokens again first, if it is time. */
  private Route route(Route.Handler handler) {
    return Route.any(
        request ->
            tokens.areFresh()
                ? handler.handle(request)
                : AsyncCall.blocking(
                    store, "tokens", () -> refreshed(handler, request), Problem::of));
  }

  private Outcome refreshed(Route.Handler handler, Request request) {
    tokens.refresh();
    return Router.answer(handler, request);
  }

  private Outcome ids(Request request) {
    return numbers(
        request, wrongToken(), ids -> success(Json.numbers(ids)), TinyidApi::failedQuery);
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
    Long size =
        batch == null || batch.isEmpty()
            ? Long.valueOf(1)
            : CamelliaApi.integer(request, "batchSize");
    if (size == null || size.intValue() != size) {
      return errors.badRequest(request);
    }
    String tag = allowedTag(request);
    if (tag == null) {
      return refusal;
    }
    int count = (int) Math.max(0, Math.min(MAX_NUMBERS, size));
    return draws.numbers(tag, count, success, e -> failure.apply(tag, e));
  }

  private Outcome segment(Request request) {
    return segment(request, wrongToken(), segment -> success(segment.json()), TinyidApi::failed);
  }

  private Outcome segmentAsText(Request request) {
    return segment(
        request, NOTHING, segment -> Answer.text(segment.text()), (tag, failure) -> NOTHING);
  }

  private Outcome segment(
      Request request,
      Answer refusal,
      Function<TinyidSegment, Answer> success,
      BiFunction<String, RuntimeException, Answer> failure) {
    String tag = allowedTag(request);
    return tag == null
        ? refusal
        : AsyncCall.blocking(
            store,
            "tag:" + tag,
            () -> success.apply(TinyidSegment.of(source.draw(tag, minSegment))),
            e -> failure.apply(tag, e));
  }

  /** Returns the tag of a request; null if its token is not for it. */
  private @Nullable String allowedTag(Request request) {
    String tag = request.parameter("bizType");
    String token = request.parameter("token");
    return tag != null && token != null && tokens.allow(token, tag) ? tag : null;
  }

  private static Answer success(String data) {
    return Answer.json("{\"data\":" + data + ",\"code\":200,\"message\":\"\"}");
  }

  private static Answer wrongToken() {
    return error(WRONG_TOKEN, "token is error");
  }

  private static Answer failed(String tag, RuntimeException failure) {
    return error(FAILED, reason(failure, tag));
  }

  private static Answer failedQuery(String tag, RuntimeException failure) {
    return error(FAILED, "error query segmentId: " + reason(failure, tag));
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
