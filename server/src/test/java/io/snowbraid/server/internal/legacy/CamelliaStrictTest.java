package io.snowbraid.server.internal.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.keyed.KeyedNode;
import io.snowbraid.keyed.KeyedSettings;
import io.snowbraid.keyed.KeyedStore;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.RoutedNumbers;
import io.snowbraid.server.http.CamelliaSettings;
import io.snowbraid.server.http.HttpSettings;
import io.snowbraid.server.internal.http.HttpFixture;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares strict ids with those of Camellia's server. */
class CamelliaStrictTest {

  private static final String STRICT = "/camellia/id/gen/strict/";
  private static final SegmentSource SOURCE = SegmentSource.inMemory();

  @TempDir static Path directory;

  private static KeyedStore store;
  private static KeyedNode node;
  private static HttpFixture server;

  @BeforeAll
  static void start() {
    store = KeyedStore.file(directory.resolve("sequences"));
    node = KeyedNode.open(store, "127.0.0.1:7878", KeyedSettings.DEFAULT);
    server =
        new HttpFixture(
            directory.resolve("ids"),
            SOURCE,
            settings(),
            builder -> builder.keyed(node).keyedWait(Duration.ofMinutes(1)));
  }

  private static HttpSettings settings() {
    return HttpSettings.DEFAULT.withCamellia(CamelliaSettings.of(SOURCE));
  }

  @AfterAll
  static void end() {
    server.close();
    node.close();
    store.close();
  }

  private static String success(Object data) {
    return "{\"code\":200,\"data\":" + data + ",\"msg\":\"success\"}";
  }

  private static String error(String message) {
    return "{\"code\":500,\"data\":null,\"msg\":\"" + message + "\"}";
  }

  private static long id(String call) throws Exception {
    String body = server.body(STRICT + call);
    assertThat(body).startsWith("{\"code\":200,\"data\":").endsWith(",\"msg\":\"success\"}");
    return Long.parseLong(body.replaceAll(".*\"data\":|,\"msg.*", ""));
  }

  @Test
  void idsOfATagRise() throws Exception {
    long first = id("genId?tag=a+b%2F%C3%BC");
    assertThat(id("genId?tag=a+b%2F%C3%BC")).isEqualTo(first + 1);
    assertThat(id("peekId?tag=a+b%2F%C3%BC")).isEqualTo(first + 2);
    assertThat(id("peekIdIfCached?tag=a+b%2F%C3%BC")).isEqualTo(first + 2);
    assertThat(id("genIdIfCached?tag=a+b%2F%C3%BC")).isEqualTo(first + 2);
  }

  @Test
  void tagThatWasNeverUsedHasANextIdAllTheSame() throws Exception {
    assertThat(server.body(STRICT + "peekIdIfCached?tag=unused"))
        .isEqualTo("{\"code\":404,\"data\":null,\"msg\":\"not found\"}");
    long next = id("peekId?tag=unused");
    assertThat(id("genId?tag=unused")).isEqualTo(next);
  }

  @Test
  void updateMovesATagUpOnly() throws Exception {
    assertThat(server.post(STRICT + "update", "tag=moved&id=5000").body()).isEqualTo(success(true));
    assertThat(server.post(STRICT + "update", "tag=moved&id=5000").body())
        .isEqualTo(success(false));
    assertThat(server.post(STRICT + "update", "tag=moved&id=7").body()).isEqualTo(success(false));
    assertThat(server.post(STRICT + "update", "tag=moved&id=-1").body()).isEqualTo(success(false));
    assertThat(id("genId?tag=moved")).isEqualTo(5_001);
    assertThat(server.get(STRICT + "update?tag=moved&id=6000").statusCode()).isEqualTo(405);
  }

  @ParameterizedTest
  @ValueSource(strings = {"genId", "peekId", "genIdIfCached", "peekIdIfCached", "decodeRegionId"})
  void missingParametersAreAnsweredBySpring(String call) throws Exception {
    assertThat(server.get(STRICT + call).statusCode()).isEqualTo(400);
  }

  @Test
  void idsHaveNoRegion() throws Exception {
    assertThat(server.body(STRICT + "decodeRegionId?id=5")).isEqualTo(success(-1));
  }

  @Test
  void pageOfTheServerNamesEachMetric() throws Exception {
    List<String> names =
        server
            .body("/metrics")
            .lines()
            .filter(line -> line.startsWith("snowbraid_"))
            .map(line -> line.replaceFirst("[ {].*", ""))
            .map(name -> name.replaceFirst("_(bucket|count|sum)$", ""))
            .distinct()
            .toList();
    assertThat(names).hasSizeGreaterThan(20);
    assertThat(Files.readString(Path.of("../docs/server-reference.md")))
        .contains(names.stream().map(name -> "`" + name + "`").toList());
  }

  /** The first number needs one slot; the server takes the others at the same time. */
  private static String metricsOfAllSlots() throws Exception {
    String metrics = server.body("/metrics");
    for (long begun = System.nanoTime();
        !metrics.contains("how=\"taken\"} 16384.0")
            && System.nanoTime() - begun < TimeUnit.MINUTES.toNanos(1);
        metrics = server.body("/metrics")) {
      Thread.onSpinWait();
    }
    return metrics;
  }

  @Test
  void metricsShowWhatIsIssued() throws Exception {
    assertThat(id("genId?tag=counted")).isPositive();
    assertThat(metricsOfAllSlots())
        .contains("snowbraid_keyed_slots 16384.0")
        .contains("snowbraid_keyed_slot_moves_total{how=\"taken\"} 16384.0")
        .contains("snowbraid_keyed_numbers_issued_total ")
        .contains("snowbraid_waits_total{for=\"keys\"}");
  }

  @Test
  void serverOfATagIsNamed(@TempDir Path other) throws Exception {
    RoutedNumbers routed = new RoutedNumbers();
    routed.sendElsewhere("foo");
    try (HttpFixture one =
        new HttpFixture(other, SOURCE, settings(), builder -> builder.keyed(routed))) {
      for (String call : new String[] {"genId", "genIdIfCached", "peekId", "peekIdIfCached"}) {
        assertThat(one.body(STRICT + call + "?tag=foo"))
            .isEqualTo(error("the tag is served by another server: 10.0.0.2:7878; ask it"));
      }
      assertThat(one.body(STRICT + "genId?tag=bar")).isEqualTo(success(1));
    }
  }

  @Test
  void callWaitsForItsSlotWithoutHoldingUpOthers(@TempDir Path other) throws Exception {
    RoutedNumbers routed = new RoutedNumbers();
    routed.move("foo");
    try (HttpFixture one =
        new HttpFixture(
            other,
            SOURCE,
            settings(),
            builder -> builder.threads(1).keyed(routed).keyedWait(Duration.ofMinutes(1)))) {
      CompletableFuture<String> waiting = CompletableFuture.supplyAsync(() -> ask(one, "genId"));
      CompletableFuture<String> cached =
          CompletableFuture.supplyAsync(() -> ask(one, "genIdIfCached"));
      routed.awaitWaits(2);
      assertThat(one.body(STRICT + "genId?tag=bar")).isEqualTo(success(1));
      routed.arrive("foo");
      assertThat(List.of(waiting.get(), cached.get()))
          .containsExactlyInAnyOrder(success(1), success(2));
    }
  }

  private static String ask(HttpFixture fixture, String call) {
    try {
      HttpResponse<String> response = fixture.get(STRICT + call + "?tag=foo");
      return response.body();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void callThatCannotBeServedSaysSo(@TempDir Path other) throws Exception {
    RoutedNumbers routed = new RoutedNumbers();
    routed.move("foo");
    try (HttpFixture one =
        new HttpFixture(
            other,
            SOURCE,
            settings(),
            builder -> builder.keyed(routed).keyedWait(Duration.ofMillis(1)))) {
      assertThat(ask(one, "genId")).isEqualTo(error("the tag cannot be served now; try again"));
      assertThat(routed.waiting()).isZero();
    }
  }
}
