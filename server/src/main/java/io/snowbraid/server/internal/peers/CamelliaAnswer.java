package io.snowbraid.server.internal.peers;

import io.snowbraid.error.IdsUnavailableException;
import io.snowbraid.segment.SegmentSourceException;
import io.snowbraid.server.internal.http.Answer;
import io.snowbraid.server.internal.http.Json;
import io.snowbraid.server.internal.services.OccasionalWarning;

/** Makes the answers of Camellia's servers, which have the status 200 also if a call failed. */
final class CamelliaAnswer {

  private static final OccasionalWarning FAILED = new OccasionalWarning();

  private CamelliaAnswer() {}

  /** Makes the answer to a call that succeeded; its data are JSON. */
  static Answer success(String data) {
    return Answer.json("{\"code\":200,\"data\":" + data + ",\"msg\":\"success\"}");
  }

  static Answer notFound() {
    return Answer.json("{\"code\":404,\"data\":null,\"msg\":\"not found\"}");
  }

  static Answer error(String message) {
    return Answer.json("{\"code\":500,\"data\":null,\"msg\":" + Json.text(message) + "}");
  }

  /** Makes the answer to a call that failed, in Camellia's words. */
  static Answer of(RuntimeException failure) {
    if (failure.getClass() == IdsUnavailableException.class) { // of a tag, and not of ids
      return error(
          failure.getCause() == null ? "exceed max retry" : "load ids from idLoader error");
    }
    if (failure instanceof SegmentSourceException) {
      FAILED.log("a call of Camellia's endpoints failed", failure);
    }
    return error("internal error");
  }
}
