package io.snowbraid.server.internal.http;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.snowbraid.internal.Arguments;
import io.snowbraid.job.IdBlock;
import io.snowbraid.job.IdBlocks;
import io.snowbraid.job.IdStripes.Dialect;
import io.snowbraid.layout.IdParts;
import io.snowbraid.server.internal.services.Services;
import io.snowbraid.worker.NamedBlock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Snowbraid's own endpoints: ids, their parts, tag numbers and blocks. */
final class OwnApi {

  private final Services services;
  private final HttpNumbers draws;

  OwnApi(Services services, HttpNumbers draws) {
    this.services = services;
    this.draws = draws;
  }

  void addTo(Map<String, Route> routes) {
    routes.put("/ids", Route.get(this::ids));
    routes.put("/ids/", Route.get(this::parts));
    routes.put("/segments/", Route.get(this::numbers));
    IdBlocks blocks = services.blocks();
    if (blocks != null) {
      routes.put("/blocks/", Route.administrative("PUT", request -> block(request, blocks)));
    }
  }

  private Outcome ids(Request request) {
    return draws.ids(count(request), OwnApi::texts, Problem::of);
  }

  private Outcome numbers(Request request) {
    return draws.numbers(request.lastOfPath(), count(request), OwnApi::texts, Problem::of);
  }

  /** Claims a block. Its name makes the request idempotent. */
  private Outcome block(Request request, IdBlocks claimed) {
    String name = NamedBlock.requireName(request.lastOfPath());
    long size = Request.number("size", request.requiredParameter("size"));
    int stripes = (int) Math.max(0, Math.min(request.number("stripes", 1), Integer.MAX_VALUE));
    Dialect dialect = dialect(request.onlyParameter("sql"));
    request.requireOnly(List.of("size", "stripes", "sql"));
    return AsyncCall.blocking(
        services.queues().store(),
        "block:" + name,
        () -> json(claimed.claim(name, size), stripes, dialect),
        Problem::of);
  }

  private static @Nullable Dialect dialect(@Nullable String name) {
    if (name == null) {
      return null;
    }
    return Arrays.stream(Dialect.values())
        .filter(dialect -> dialect.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "sql must be one of "
                        + Arrays.toString(Dialect.values())
                        + " in any case, but is "
                        + name));
  }

  private static Answer json(IdBlock block, int stripes, @Nullable Dialect dialect) {
    String sql =
        dialect == null ? "" : ",\"sql\":" + Json.text(block.stripes(stripes).sql(dialect));
    return Answer.json(
        """
        {"name":%s,"size":%s,"firstId":"%s","lastId":"%s","idsPerTick":%s,"tickStep":"%s",\
        "idStep":"%s"%s}\
        """
            .formatted(
                Json.text(block.name()),
                block.size(),
                block.firstId(),
                block.lastId(),
                block.layout().sequences(),
                block.tickStep(),
                block.idStep(),
                sql));
  }

  private static Answer texts(long[] numbers) {
    return Answer.json(Json.texts(numbers));
  }

  private int count(Request request) {
    int maxIds = services.limits().maxIds();
    long count = request.number("count", 1);
    if (count < 1 || count > maxIds) {
      throw new RequestFailure(
          HttpResponseStatus.BAD_REQUEST, Arguments.outside("count", count, 1, maxIds));
    }
    request.requireOnly(List.of("count"));
    return (int) count;
  }

  private Outcome parts(Request request) {
    long id = Request.number("id", request.lastOfPath());
    IdParts parts = services.ids().layout().decode(id);
    return Answer.json(
        """
        {"id":"%s","time":"%s","rollback":%s,"timeline":%s,"worker":%s,"sequence":%s,"tail":%s}\
        """
            .formatted(
                id,
                parts.time(),
                parts.rollback(),
                parts.timeline(),
                parts.worker(),
                parts.sequence(),
                parts.tail()));
  }
}
