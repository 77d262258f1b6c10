package io.snowbraid.server.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowbraid.segment.SegmentSourceException;
import io.snowbraid.server.CapturedLog;
import io.snowbraid.server.IdServer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the settings of HTTP, and the tables of the servers that are replaced. */
class HttpOptionsTest {

  private static final AtomicInteger DATABASES = new AtomicInteger();

  @TempDir Path directory;

  private final String url =
      "jdbc:h2:mem:http" + DATABASES.incrementAndGet() + ";DB_CLOSE_DELAY=-1";

  private RunningServer start(String arguments) {
    return start(arguments + " --store x", Store.database(url, "sa", ""));
  }

  private static RunningServer start(String arguments, Store store) {
    return startOnly("--http-port 0 " + arguments, store);
  }

  private static RunningServer startOnly(String arguments, Store store) {
    String line = "--keyed=false " + arguments;
    return RunningServer.start(
        store, IdServer.builder().port(0), LineSettings.of(line.split(" ", -1)));
  }

  private long query(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url, "sa", "");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url, "sa", "");
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String get(RunningServer server, String path) throws Exception {
    InetSocketAddress address = server.server().httpAddress().orElseThrow();
    URI uri = URI.create("http://127.0.0.1:" + address.getPort() + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }

  @Test
  void withoutPortThereIsNoHttp() {
    try (RunningServer running = startOnly("--max-tags 5", Store.directory(directory))) {
      assertThat(running.server().httpAddress()).isEmpty();
    }
  }

  @Test
  void numbersFromTheOwnTableAreToldToThoseWhoReplaceAnotherServer() throws Exception {
    CapturedLog log = new CapturedLog();
    try {
      start("--open-metrics").close();
      assertThat(log.texts()).noneMatch(line -> line.contains("start at 1"));
      try (RunningServer server = start("--leaf")) {
        assertThat(get(server, "/api/segment/get/orders")).isEqualTo("1");
      }
      assertThat(log.texts())
          .anyMatch(line -> line.contains("new tags start at 1; set segment-table"));
    } finally {
      log.close();
    }
  }

  @Test
  void rowsOfLeafGoOn() throws Exception {
    execute(
        "create table leaf_alloc (biz_tag varchar(128) primary key, max_id bigint not null, step"
            + " int not null, description varchar(256), update_time timestamp)");
    execute("insert into leaf_alloc (biz_tag, max_id, step) values ('orders', 2001, 1000)");
    try (RunningServer server = start("--leaf --segment-table leaf")) {
      assertThat(get(server, "/api/segment/get/orders")).isEqualTo("2001");
      assertThat(get(server, "/segments/orders")).isEqualTo("[\"2002\"]");
      assertThat(get(server, "/api/segment/get/unknown")).contains("Result{id=-2, ");
    }
    assertThat(query("select max_id from leaf_alloc where biz_tag = 'orders'"))
        .isGreaterThanOrEqualTo(3001);
  }

  @Test
  void rowsAndTokensOfTinyidGoOn() throws Exception {
    execute(
        "create table tiny_id_info (id bigint auto_increment primary key, biz_type varchar(63)"
            + " unique, begin_id bigint, max_id bigint, step int, delta int, remainder int,"
            + " create_time timestamp, update_time timestamp, version bigint)");
    execute(
        "insert into tiny_id_info (biz_type, begin_id, max_id, step, delta, remainder, version)"
            + " values ('test', 1, 1, 100, 1, 0, 1)");
    execute("create table tiny_id_token (token varchar(255), biz_type varchar(63))");
    execute("insert into tiny_id_token values ('secret', 'test')");
    try (RunningServer server = start("--tinyid --segment-table=TINYID")) {
      assertThat(get(server, "/tinyid/id/nextIdSimple?bizType=test&token=secret")).isEqualTo("2");
      String segment = get(server, "/tinyid/id/nextSegmentIdSimple?bizType=test&token=secret");
      long max = query("select max_id from tiny_id_info");
      assertThat(segment).isEqualTo((max - 100) + "," + (max - 80) + "," + max + ",1,0");
    }
  }

  @Test
  void rowsOfCamelliaGoOnWithTheirRegion() throws Exception {
    execute(
        "create table camellia_id_info (tag varchar(512) primary key, id bigint, createTime bigint,"
            + " updateTime bigint)");
    try (RunningServer server =
        start(
            "--camellia --segment-table camellia --region-bits 4 --region-id 1 --region-shift"
                + " 10")) {
      assertThat(get(server, "/camellia/id/gen/segment/genIds?tag=a&count=2"))
          .isEqualTo("{\"code\":200,\"data\":[1025,1026],\"msg\":\"success\"}");
      assertThat(get(server, "/camellia/id/gen/segment/selectId?tag=a"))
          .isEqualTo(
              "{\"code\":200,\"data\":"
                  + query("select id from camellia_id_info")
                  + ",\"msg\":\"success\"}");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--leaf|leaf, tinyid and camellia require HTTP: leaf=true, tinyid=false, camellia=false",
        "--region-bits 4|region-bits requires segment-table=camellia: region-bits=4; set",
        "--region-bits 17|region's bits must be between 0 and 16, but is 17",
        "--http-port 7878|http-port must differ from port: http-port=7878, port=7878",
        "--open-metrics|open-metrics requires HTTP: open-metrics=true, http-port=null; set"
            + " http-port",
        "--http-port 0 --camellia-step 5|camellia-step requires camellia",
        "--tinyid-masters 2|tinyid-masters and tinyid-remainder require segment-table=tinyid",
        "--http-port 0 --tinyid --segment-table camellia --region-bits 4|segments for Tinyid"
            + " clients must have no region: tinyid=true, region-bits=4",
        "--segment-table tinyid --tinyid-masters 2 --tinyid-remainder 2|tinyid-remainder must be"
            + " from 0 to tinyid-masters - 1"
      })
  void wrongSettingsAreErrors(String arguments, String error) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new HttpOptions(LineSettings.of(("--store x " + arguments).split(" ", -1))))
        .withMessageStartingWith(error);
  }

  @Test
  void whatNeedsADatabaseSaysSo() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> start("--tinyid", Store.directory(directory)))
        .withMessageStartingWith(
            "tinyid requires the database with the table tiny_id_token: store=null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> start("--segment-table leaf", Store.directory(directory)))
        .withMessageStartingWith(
            "segment-table of another server requires its database: segment-table=LEAF");
    assertThatThrownBy(() -> start("--tinyid"))
        .isInstanceOf(SegmentSourceException.class)
        .hasMessageContaining("table=tiny_id_token");
  }
}
