package io.snowbraid.server.internal.legacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.segment.SegmentSourceException;
import io.snowbraid.server.SteadyClock;
import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.server.http.TinyidSettings;
import io.snowbraid.server.http.TinyidToken;
import io.snowbraid.server.internal.http.HttpFixture;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares answers with those of Tinyid's server, on its tables, to what its client sends. */
class TinyidApiTest {

  private static final String TOKEN = "0f673adf80504e2eaa552f5d791b644c";
  private static final String ALLOWED = "?token=" + TOKEN + "&bizType=test";
  private static final AtomicLong DATABASES = new AtomicLong();

  @TempDir Path directory;

  private final JdbcDataSource database = new JdbcDataSource();
  private HttpFixture server;

  @BeforeEach
  void start() throws SQLException {
    database.setURL("jdbc:h2:mem:tinyid" + DATABASES.incrementAndGet() + ";DB_CLOSE_DELAY=-1");
    execute(
        "create table tiny_id_info (id bigint auto_increment primary key, biz_type varchar(63)"
            + " not null unique, begin_id bigint not null, max_id bigint not null, step int,"
            + " delta int not null, remainder int not null, create_time timestamp,"
            + " update_time timestamp, version bigint not null)");
    execute(
        "create table tiny_id_token (id int auto_increment primary key, token varchar(255),"
            + " biz_type varchar(63), remark varchar(255))");
    addTag("test", 1, 100_000);
    addToken(TOKEN, "test");
    addToken(TOKEN, "without_row");
    server = start(JdbcSegmentSource.tinyid(database), TinyidToken.of(database));
  }

  private HttpFixture start(SegmentSource source, Supplier<List<TinyidToken>> tokens) {
    return start(source, tokens, System::nanoTime);
  }

  private HttpFixture start(
      SegmentSource source, Supplier<List<TinyidToken>> tokens, LongSupplier nanoTime) {
    return new HttpFixture(
        directory,
        source,
        HttpSettings.DEFAULT.withTinyid(new TinyidSettings(source, tokens, 1)),
        settings -> SteadyClock.set(settings, nanoTime));
  }

  @AfterEach
  void end() {
    server.close();
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void addTag(String tag, long maxId, int step) throws SQLException {
    execute(
        "insert into tiny_id_info (biz_type, begin_id, max_id, step, delta, remainder, version)"
            + " values ('"
            + tag
            + "', 1, "
            + maxId
            + ", "
            + step
            + ", 1, 0, 1)");
  }

  private void addToken(String token, String tag) throws SQLException {
    execute("insert into tiny_id_token (token, biz_type) values ('" + token + "', '" + tag + "')");
  }

  @Test
  void numbers() throws Exception {
    HttpResponse<String> first = server.get("/tinyid/id/nextId" + ALLOWED);
    assertThat(first.statusCode()).isEqualTo(200);
    assertThat(first.headers().firstValue("content-type")).hasValue("application/json");
    assertThat(first.body()).isEqualTo("{\"data\":[2],\"code\":200,\"message\":\"\"}");
    assertThat(server.body("/tinyid/id/nextIdSimple" + ALLOWED)).isEqualTo("3");
    HttpResponse<String> three = server.get("/tinyid/id/nextIdSimple" + ALLOWED + "&batchSize=3");
    assertThat(three.headers().firstValue("content-type")).hasValue("text/plain;charset=UTF-8");
    assertThat(three.body()).isEqualTo("4,5,6");
    assertThat(server.post("/tinyid/id/nextId", "bizType=test&batchSize=2&token=" + TOKEN).body())
        .isEqualTo("{\"data\":[7,8],\"code\":200,\"message\":\"\"}");
    assertThat(server.body("/tinyid/id/nextId" + ALLOWED + "&batchSize=0"))
        .isEqualTo("{\"data\":[],\"code\":200,\"message\":\"\"}");
    assertThat(server.body("/tinyid/id/nextIdSimple" + ALLOWED + "&batchSize=-1")).isEmpty();
    assertThat(server.get("/tinyid/id/nextId" + ALLOWED + "&batchSize=x").statusCode())
        .isEqualTo(400);
  }

  @Test
  void batchIsLimitedAsByTinyid() throws Exception {
    String numbers = server.body("/tinyid/id/nextIdSimple" + ALLOWED + "&batchSize=2000000");
    assertThat(numbers.split(",", -1)).hasSize(100_000);
    assertThat(numbers).startsWith("2,3,").endsWith(",100000,100001");
  }

  @Test
  void segmentsOfClients() throws Exception {
    assertThat(server.post("/tinyid/id/nextSegmentIdSimple" + ALLOWED, "").body())
        .isEqualTo("1,20001,100001,1,0");
    assertThat(server.body("/tinyid/id/nextSegmentId" + ALLOWED))
        .isEqualTo(
            "{\"data\":{\"maxId\":200001,\"loadingId\":120001,\"currentId\":100001,\"delta\":1,"
                + "\"remainder\":0},\"code\":200,\"message\":\"\"}");
    assertThat(server.body("/tinyid/id/nextIdSimple" + ALLOWED)).isEqualTo("200002");
  }

  @Test
  void segmentsOfOneOfSeveralMasters(@TempDir Path other) throws Exception {
    execute("update tiny_id_info set delta = 2, remainder = 1");
    SegmentSource source = JdbcSegmentSource.tinyid(database, 2, 1);
    try (HttpFixture second =
        HttpFixture.start(
            other,
            source,
            HttpSettings.DEFAULT.withTinyid(
                new TinyidSettings(source, TinyidToken.of(database), 1)))) {
      assertThat(second.body("/tinyid/id/nextSegmentIdSimple" + ALLOWED))
          .isEqualTo("1,20001,100001,2,1");
      assertThat(second.body("/tinyid/id/nextIdSimple" + ALLOWED + "&batchSize=2"))
          .isEqualTo("100003,100005");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "?bizType=test&token=wrong",
    "?bizType=other&token=" + TOKEN,
    "?bizType=test",
    "?token=" + TOKEN
  })
  void wrongTokensGetNothing(String parameters) throws Exception {
    String refused = "{\"data\":null,\"code\":5,\"message\":\"token is error\"}";
    assertThat(server.body("/tinyid/id/nextId" + parameters)).isEqualTo(refused);
    assertThat(server.body("/tinyid/id/nextSegmentId" + parameters)).isEqualTo(refused);
    for (String call : List.of("nextIdSimple", "nextSegmentIdSimple")) {
      HttpResponse<String> response = server.get("/tinyid/id/" + call + parameters);
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEmpty();
    }
    assertThat(server.body("/tinyid/id/nextIdSimple" + ALLOWED)).isEqualTo("2");
  }

  @Test
  void tagWithoutRowIsAnErrorOfTheSystem() throws Exception {
    String unknown = "?bizType=without_row&token=" + TOKEN;
    assertThat(server.body("/tinyid/id/nextId" + unknown))
        .isEqualTo(
            "{\"data\":null,\"code\":6,\"message\":\"error query segmentId: can not find"
                + " biztype:without_row\"}");
    assertThat(server.body("/tinyid/id/nextSegmentId" + unknown))
        .isEqualTo("{\"data\":null,\"code\":6,\"message\":\"can not find biztype:without_row\"}");
    assertThat(server.body("/tinyid/id/nextIdSimple" + unknown)).isEmpty();
    assertThat(server.body("/tinyid/id/nextSegmentIdSimple" + unknown)).isEmpty();
  }

  @Test
  void failuresDoNotShowTokens() throws Exception {
    execute("drop table tiny_id_info");
    HttpResponse<String> failed = server.get("/tinyid/id/nextSegmentId" + ALLOWED);
    assertThat(failed.body()).startsWith("{\"data\":null,\"code\":6,\"message\":\"");
    assertThat(failed.body()).doesNotContain(TOKEN);
    assertThat(server.body("/tinyid/id/unknown" + ALLOWED)).doesNotContain(TOKEN);
    assertThat(new TinyidToken(TOKEN, "test").toString()).doesNotContain(TOKEN);
  }

  @Test
  void tokensAreReadAgainAfterAMinute() {
    AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);
    List<TinyidToken> table = new ArrayList<>(List.of(new TinyidToken("a", "orders")));
    TinyidTokens tokens = new TinyidTokens(() -> table, now::get);
    table.set(0, new TinyidToken("b", "orders"));
    now.addAndGet(Duration.ofMinutes(1).toNanos() - 1);
    assertThat(tokens.areFresh()).isTrue();
    tokens.refresh();
    assertThat(tokens.allow("a", "orders")).isTrue();
    now.incrementAndGet();
    assertThat(tokens.areFresh()).isFalse();
    tokens.refresh();
    assertThat(tokens.allow("a", "orders")).isFalse();
    assertThat(tokens.allow("b", "orders")).isTrue();
    assertThat(tokens.allow("b", "others")).isFalse();
  }

  @Test
  void tokensStayValidWhileTheirTableCannotBeRead() throws Exception {
    AtomicLong now = new AtomicLong();
    AtomicInteger reads = new AtomicInteger();
    Supplier<List<TinyidToken>> tokens =
        () -> {
          reads.incrementAndGet();
          return TinyidToken.of(database).get();
        };
    try (HttpFixture second = start(SegmentSource.inMemory(), tokens, now::get)) {
      execute("drop table tiny_id_token");
      now.addAndGet(Duration.ofMinutes(2).toNanos());
      assertThat(second.body("/tinyid/id/nextIdSimple" + ALLOWED)).isEqualTo("1");
      assertThat(second.body("/tinyid/id/nextIdSimple" + ALLOWED)).isEqualTo("2");
      assertThat(reads).hasValue(2);
    }
    assertThatThrownBy(() -> TinyidToken.of(database).get())
        .isInstanceOf(SegmentSourceException.class)
        .hasMessageContaining("table=tiny_id_token");
  }
}
