package io.snowbraid.server.internal.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.BrokenTag;
import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.server.internal.http.FailingSource;
import io.snowbraid.server.internal.http.HttpFixture;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares answers with those of Leaf's server. */
class LeafApiTest {

  @TempDir static Path directory;

  private static HttpFixture start(SegmentSource source) {
    return HttpFixture.start(directory, source, HttpSettings.DEFAULT.withLeaf(true));
  }

  private static void requireResult(HttpResponse<String> response, int id, String path) {
    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.body())
        .matches(
            "\\{\"timestamp\":[0-9]{13},\"status\":500,\"error\":\"Internal Server Error\","
                + "\"exception\":\"com.sankuai.inf.leaf.server.exception.LeafServerException\","
                + "\"message\":\"Result\\{id="
                + id
                + ", status=EXCEPTION}\",\"path\":\""
                + path
                + "\"}");
  }

  @Test
  void numbersAreText() throws Exception {
    try (HttpFixture server = start(SegmentSource.inMemory())) {
      HttpResponse<String> first = server.get("/api/segment/get/leaf-segment-test");
      assertThat(first.statusCode()).isEqualTo(200);
      assertThat(first.headers().firstValue("content-type")).hasValue("text/plain;charset=UTF-8");
      assertThat(first.body()).isEqualTo("1");
      assertThat(server.post("/api/segment/get/leaf-segment-test", "").body()).isEqualTo("2");
      assertThat(server.body("/api/snowflake/get/anything")).matches("[0-9]{18,19}");
      assertThat(server.get("/api/segment/get/").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void failuresHaveTheCodesOfLeaf() throws Exception {
    try (HttpFixture server = start(new FailingSource())) {
      requireResult(server.get("/api/segment/get/unknown"), -2, "/api/segment/get/unknown");
      BrokenTag.exhaust(server.segments);
      requireResult(server.get("/api/segment/get/broken"), -3, "/api/segment/get/broken");
      server.ids.close();
      requireResult(server.get("/api/snowflake/get/a"), -1, "/api/snowflake/get/a");
    }
  }
}
