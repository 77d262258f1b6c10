package io.snowbraid.server.internal.legacy;

import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.server.internal.http.Answer;
import io.snowbraid.server.internal.http.HttpNumbers;
import io.snowbraid.server.internal.http.Outcome;
import io.snowbraid.server.internal.http.Request;
import io.snowbraid.server.internal.http.Route;
import io.snowbraid.server.internal.services.ErrorText;
import java.util.Map;

/**
 * The endpoints of Leaf's server, which answer with a number as text or one of Leaf's error codes.
 */
final class LeafApi {

  private static final String EXCEPTION =
      "com.sankuai.inf.leaf.server.exception.LeafServerException";

  private static final int NOT_RUNNING = -1;
  private static final int UNKNOWN_KEY = -2;
  private static final int NO_NUMBERS = -3;

  private final HttpNumbers draws;

  LeafApi(HttpNumbers draws) {
    this.draws = draws;
  }

  void addTo(Map<String, Route> routes) {
    routes.put("/api/segment/get/", Route.any(this::segment));
    routes.put("/api/snowflake/get/", Route.any(this::snowflake));
  }

  private Outcome segment(Request request) {
    return draws.numbers(
        request.lastOfPath(), 1, LeafApi::number, failure -> failed(request, failure));
  }

  /** Issues an id, for any key. */
  private Outcome snowflake(Request request) {
    return draws.ids(1, LeafApi::number, failure -> failed(request, failure));
  }

  private static Answer number(long[] numbers) {
    return Answer.text(Long.toString(numbers[0]));
  }

  private static Answer failed(Request request, RuntimeException failure) {
    String result = "Result{id=" + code(failure) + ", status=EXCEPTION}";
    return SpringBoot.thrown(request, EXCEPTION, result);
  }

  private static int code(RuntimeException failure) {
    if (ErrorText.isUnknownTag(failure) || failure instanceof IllegalArgumentException) {
      return UNKNOWN_KEY;
    }
    boolean isOfTag = failure.getClass() == IdsUnavailableException.class; // of a tag, not of ids
    return isOfTag ? NO_NUMBERS : NOT_RUNNING;
  }
}
