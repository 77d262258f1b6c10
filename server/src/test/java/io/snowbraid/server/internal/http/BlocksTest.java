package io.snowbraid.server.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.job.IdBlock;
import io.snowbraid.job.IdBlocks;
import io.snowbraid.job.IdStripes;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.RespClient;
import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.worker.BlockNames;
import io.snowbraid.worker.NamedBlock;
import io.snowbraid.worker.WorkerLease;
import io.snowbraid.worker.WorkerRequest;
import io.snowbraid.worker.WorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that other languages get blocks: by a command, and by HTTP. */
class BlocksTest {

  private static final WorkerSource FAILING =
      new WorkerSource() {
        @Override
        public WorkerLease acquire(WorkerRequest request) {
          throw new WorkerSourceException("no route to host");
        }

        @Override
        public BlockNames blockNames() {
          return new FailingNames();
        }
      };

  private static final class FailingNames implements BlockNames {

    @Override
    public Optional<NamedBlock> find(String name) {
      throw new WorkerSourceException("no route to host");
    }

    @Override
    public boolean insert(NamedBlock block) {
      throw new WorkerSourceException("no route to host");
    }

    @Override
    public List<NamedBlock> list() {
      throw new WorkerSourceException("no route to host");
    }

    @Override
    public boolean forget(String name) {
      throw new WorkerSourceException("no route to host");
    }
  }

  @TempDir private Path directory;

  private HttpFixture server;
  private IdBlocks blocks;

  @BeforeEach
  void start() {
    blocks = IdBlocks.open(WorkerSource.file(directory));
    server =
        new HttpFixture(
            directory,
            SegmentSource.inMemory(),
            HttpSettings.DEFAULT,
            settings -> settings.blocks(blocks));
  }

  @AfterEach
  void end() {
    server.close();
  }

  private HttpResponse<String> put(String path) throws Exception {
    return HttpFixture.send(
        HttpRequest.newBuilder(URI.create(server.url(path)))
            .PUT(HttpRequest.BodyPublishers.noBody()));
  }

  @Test
  void commandReturnsWhatIdsAreComputedFrom() throws Exception {
    try (RespClient client = new RespClient(server.server.address())) {
      String answer = client.ask("BLOCK orders 5000");
      IdBlock block = blocks.claim("orders", 5_000);
      assertThat(answer)
          .isEqualTo("[:" + block.firstId() + ", :" + block.lastId() + ", :2048, :4194304, :1]");
      assertThat(client.ask("BLOCK orders 5000")).isEqualTo(answer);
      assertThat(client.ask("BLOCK orders 6000"))
          .startsWith("-ERR block orders already exists with size 5000");
      assertThat(client.ask("BLOCK lines 0")).startsWith("-ERR block size must be between 1 and ");
      assertThat(client.ask("BLOCK lines")).startsWith("-ERR wrong number of arguments");
    }
  }

  @Test
  void putIsIdempotent() throws Exception {
    HttpResponse<String> answer = put("/blocks/orders%20%C3%BC?size=5000");
    IdBlock block = blocks.claim("orders \u00fc", 5_000);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body())
        .isEqualTo(
            "{\"name\":\"orders \u00fc\",\"size\":5000,\"firstId\":\""
                + block.firstId()
                + "\",\"lastId\":\""
                + block.lastId()
                + "\",\"idsPerTick\":2048,\"tickStep\":\"4194304\",\"idStep\":\"1\"}");
    assertThat(put("/blocks/orders%20%C3%BC?size=5000").body()).isEqualTo(answer.body());
    assertThat(put("/blocks/orders%20%C3%BC?size=6000").statusCode()).isEqualTo(400);
    assertThat(put("/blocks/orders").statusCode()).isEqualTo(400);
    assertThat(put("/blocks/orders?size=60&sql=spark&sql=duckdb").statusCode()).isEqualTo(400);
    assertThat(put("/blocks/orders").body())
        .contains("\"detail\":\"size must be given; add it as in ?size=1000\"");
    assertThat(put("/blocks/orders?size=60&stripe=2").body())
        .contains("\"detail\":\"parameter must be one of [size, stripes, sql], but is stripe\"");
    assertThat(server.get("/blocks/orders?size=1").statusCode()).isEqualTo(405);
  }

  @Test
  void expressionIsReturnedToo() throws Exception {
    String sql = blocks.claim("jobs", 200_000).stripes(8).sql(IdStripes.Dialect.SPARK);
    assertThat(put("/blocks/jobs?size=200000&stripes=8&sql=Spark").body())
        .endsWith(",\"idStep\":\"1\",\"sql\":\"" + sql + "\"}");
    assertThat(put("/blocks/jobs?size=200000&sql=oracle").body())
        .contains("sql must be one of [SPARK, POSTGRESQL, DUCKDB] in any case, but is oracle");
    assertThat(put("/blocks/jobs?size=200000&stripes=8000&sql=spark").statusCode()).isEqualTo(400);
    assertThat(put("/blocks/jobs?size=200000&stripes=8000000000&sql=spark").statusCode())
        .isEqualTo(400);
  }

  @Test
  void storeThatFailsIsNotTheClientsFault() throws Exception {
    HttpFixture broken =
        new HttpFixture(
            directory.resolve("other"),
            SegmentSource.inMemory(),
            HttpSettings.DEFAULT,
            settings -> settings.blocks(IdBlocks.open(FAILING)));
    try (HttpFixture closed = broken;
        RespClient client = new RespClient(closed.server.address())) {
      assertThat(client.ask("BLOCK orders 5000"))
          .startsWith("-UNAVAILABLE no ids or numbers are available");
    }
  }
}
