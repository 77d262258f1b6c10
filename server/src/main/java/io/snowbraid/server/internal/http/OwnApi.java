package io.snowbraid.server.internal.http;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.snowbraid.IdParts;
import io.snowbraid.Layout;
import io.snowbraid.server.internal.services.Services;
import java.util.Map;

/** The interface of this server: ids, their parts, and numbers of tags. */
final class OwnApi {

  private final Layout layout;
  private final int maxIds;
  private final HttpNumbers draws;

  OwnApi(Services services, HttpNumbers draws) {
    this.layout = services.ids().layout();
    this.maxIds = services.limits().maxIds();
    this.draws = draws;
  }

  void addTo(Map<String, Route> routes) {
    routes.put("/ids", Route.get(this::ids));
    routes.put("/ids/", Route.get(this::parts));
    routes.put("/segments/", Route.get(this::numbers));
  }

  private Outcome ids(Request request) {
    return draws.ids(count(request), OwnApi::texts, Problem::of);
  }

  private Outcome numbers(Request request) {
    return draws.numbers(request.lastOfPath(), count(request), OwnApi::texts, Problem::of);
  }

  private static Answer texts(long[] numbers) {
    return Answer.json(Json.texts(numbers));
  }

  private int count(Request request) {
    long count = request.number("count", 1);
    if (count < 1 || count > maxIds) {
      throw new RequestFailure(
          HttpResponseStatus.BAD_REQUEST, "count must be from 1 to " + maxIds + ": count=" + count);
    }
    return (int) count;
  }

  private Outcome parts(Request request) {
    long id = Request.number("id", request.lastOfPath());
    IdParts parts = layout.decode(id);
    return Answer.json(
        "{\"id\":\""
            + id
            + "\",\"time\":\""
            + parts.time()
            + "\",\"rollback\":"
            + parts.rollback()
            + ",\"timeline\":"
            + parts.timeline()
            + ",\"worker\":"
            + parts.worker()
            + ",\"sequence\":"
            + parts.sequence()
            + ",\"tail\":"
            + parts.tail()
            + "}");
  }
}
