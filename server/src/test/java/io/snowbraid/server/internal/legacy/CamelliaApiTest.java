package io.snowbraid.server.internal.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.layout.IdParts;
import io.snowbraid.segment.Region;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.http.CamelliaSettings;
import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.server.internal.http.HttpFixture;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares answers with those of Camellia's servers, to the requests that its client sends. */
class CamelliaApiTest {

  private static final String SEGMENT = "/camellia/id/gen/segment/";
  private static final String SNOWFLAKE = "/camellia/id/gen/snowflake/";

  @TempDir static Path directory;

  private static final SegmentSource SOURCE = SegmentSource.inMemory();

  private static HttpFixture server;

  @BeforeAll
  static void start() {
    server =
        HttpFixture.start(
            directory, SOURCE, HttpSettings.DEFAULT.withCamellia(CamelliaSettings.of(SOURCE)));
  }

  @AfterAll
  static void end() {
    server.close();
  }

  private static String success(Object data) {
    return "{\"code\":200,\"data\":" + data + ",\"msg\":\"success\"}";
  }

  private static String error(String message) {
    return "{\"code\":500,\"data\":null,\"msg\":\"" + message + "\"}";
  }

  @Test
  void numbersOfATag() throws Exception {
    HttpResponse<String> first = server.get(SEGMENT + "genId?tag=a+b%2F%C3%BC");
    assertThat(first.statusCode()).isEqualTo(200);
    assertThat(first.headers().firstValue("content-type")).hasValue("application/json");
    assertThat(first.body()).isEqualTo(success(1));
    assertThat(server.segments.status("a b/ü")).isPresent();
    assertThat(server.body(SEGMENT + "genIds?tag=a&count=3")).isEqualTo(success("[1,2,3]"));
    assertThat(server.body(SEGMENT + "genId?tag=a")).isEqualTo(success(4));
    assertThat(server.body(SEGMENT + "genIds?tag=z&count=200"))
        .startsWith("{\"code\":200,\"data\":[1,2,3,")
        .endsWith(",199,200],\"msg\":\"success\"}");
    assertThat(server.body(SEGMENT + "genIds?tag=a&count=0")).isEqualTo(success("[]"));
  }

  @Test
  void semicolonIsPartOfATag() throws Exception {
    assertThat(server.body(SEGMENT + "genId?tag=semi;colon")).isEqualTo(success(1));
    assertThat(server.segments.status("semi;colon")).isPresent();
    assertThat(server.segments.status("semi")).isEmpty();
  }

  @Test
  void countMayBeFiveStepsAtMost() throws Exception {
    assertThat(server.body(SEGMENT + "genIds?tag=five&count=5000"))
        .startsWith("{\"code\":200,\"data\":[1,2,")
        .endsWith(",5000],\"msg\":\"success\"}");
    assertThat(server.body(SEGMENT + "genIds?tag=five&count=5001"))
        .isEqualTo(error("count exceed step*5"));
    assertThat(server.body(SEGMENT + "genIds?tag=five&count=-1"))
        .isEqualTo(error("internal error"));
  }

  @Test
  void lastCounterIsReadAndMoved() throws Exception {
    assertThat(server.body(SEGMENT + "selectId?tag=moved")).isEqualTo(success(null));
    assertThat(server.post(SEGMENT + "update", "tag=moved&id=100").body())
        .isEqualTo(success(false));
    assertThat(server.body(SEGMENT + "genId?tag=moved")).isEqualTo(success(1));
    String last = server.body(SEGMENT + "selectId?tag=moved");
    assertThat(last).isEqualTo(success(10));
    assertThat(server.post(SEGMENT + "update", "tag=moved&id=10").body()).isEqualTo(success(false));
    assertThat(server.post(SEGMENT + "update", "tag=moved&id=100").body()).isEqualTo(success(true));
    assertThat(server.post(SEGMENT + "update", "tag=moved&id=-5").body()).isEqualTo(success(false));
    assertThat(server.body(SEGMENT + "selectId?tag=moved")).isEqualTo(success(100));
    assertThat(server.body(SEGMENT + "selectTagIdMaps"))
        .startsWith("{\"code\":200,\"data\":{\"")
        .contains("\"moved\":100")
        .endsWith("},\"msg\":\"success\"}");
  }

  @Test
  void regionOfANumber(@TempDir Path other) throws Exception {
    assertThat(server.body(SEGMENT + "decodeRegionId?id=11111")).isEqualTo(success(-1));
    CamelliaSettings regions = new CamelliaSettings(SOURCE, new Region(4, 1, 10), 1_000);
    try (HttpFixture region =
        HttpFixture.start(other, SOURCE, HttpSettings.DEFAULT.withCamellia(regions))) {
      assertThat(region.body(SEGMENT + "decodeRegionId?id=1025")).isEqualTo(success(1));
    }
  }

  @Test
  void idsAndTheirParts() throws Exception {
    String answer = server.body(SNOWFLAKE + "genId");
    assertThat(answer).matches("\\{\"code\":200,\"data\":[0-9]{18,19},\"msg\":\"success\"}");
    long id = Long.parseLong(answer.replaceAll("^.*\"data\":|,\"msg.*$", ""));
    IdParts parts = server.ids.layout().decode(id);
    assertThat(server.body(SNOWFLAKE + "decodeTs?id=" + id))
        .isEqualTo(success(parts.time().toEpochMilli()));
    assertThat(server.body(SNOWFLAKE + "decodeWorkerId?id=" + id))
        .isEqualTo(success(parts.worker()));
    assertThat(server.body(SNOWFLAKE + "decodeSequence?id=" + id))
        .isEqualTo(success(parts.sequence()));
    assertThat(server.body(SNOWFLAKE + "decodeRegionId?id=" + id)).isEqualTo(success(-1));
    assertThat(server.body(SNOWFLAKE + "decodeTs?id=5"))
        .isEqualTo(success(server.ids.layout().decode(5).time().toEpochMilli()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        SEGMENT + "genId",
        SEGMENT + "genIds?tag=a",
        SEGMENT + "genIds?count=3",
        SEGMENT + "genIds?tag=a&count=x",
        SEGMENT + "selectId",
        SEGMENT + "decodeRegionId",
        SNOWFLAKE + "decodeTs",
        SNOWFLAKE + "decodeTs?id=x"
      })
  void wrongParametersAreAnsweredBySpring(String path) throws Exception {
    HttpResponse<String> response = server.get(path);
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body())
        .matches(
            "\\{\"timestamp\":\"20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\\.[0-9]{3}\\+00:00\","
                + "\"status\":400,\"error\":\"Bad Request\",\"path\":\"[^\"?]+\"}");
  }

  @ParameterizedTest
  @CsvSource({"genId?tag=a", "genIdIfCached?tag=a", "peekId?tag=a", "decodeRegionId?id=1"})
  void strictIdsAreNotServed(String call) throws Exception {
    HttpResponse<String> response = server.get("/camellia/id/gen/strict/" + call);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body())
        .isEqualTo(error("strict ids are not served; use INCR of a Redis client"));
  }

  @Test
  void healthIsThatOfTheGenerator(@TempDir Path other) throws Exception {
    assertThat(server.body("/camellia/health/status")).isEqualTo("{\"code\":200}");
    CamelliaSettings settings = CamelliaSettings.of(SOURCE);
    try (HttpFixture closed =
        HttpFixture.start(other, SOURCE, HttpSettings.DEFAULT.withCamellia(settings))) {
      closed.ids.close();
      HttpResponse<String> status = closed.get("/camellia/health/check");
      assertThat(status.statusCode()).isEqualTo(500);
      assertThat(status.body()).isEqualTo("{\"code\":500}");
      assertThat(closed.body(SNOWFLAKE + "genId")).isEqualTo(error("internal error"));
      assertThat(closed.body("/camellia/id/gen/segment/genId?tag="))
          .isEqualTo(error("internal error"));
    }
  }
}
