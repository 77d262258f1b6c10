package io.snowbraid.server.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.keyed.KeyedNode;
import io.snowbraid.keyed.KeyedSettings;
import io.snowbraid.keyed.KeyedStore;
import io.snowbraid.keyed.KeyedStoreException;
import io.snowbraid.segment.SegmentSource;
import io.snowbraid.server.CapturedLog;
import io.snowbraid.server.RespClient;
import io.snowbraid.server.ServerFixture;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a server whose store of numbers per key cannot be used yet: it issues ids meanwhile. */
class FailingKeyedStoreTest {

  @TempDir Path directory;

  private final CountDownLatch usable = new CountDownLatch(1);

  /** Happens at each call of the store until it can be used. */
  private volatile Runnable fault = this::awaitUsable;

  private KeyedStore store;
  private KeyedNode keyed;
  private ServerFixture fixture;

  @BeforeEach
  void start() {
    store = faulty(KeyedStore.file(directory.resolve("sequences")));
    keyed = KeyedNode.create(store, KeyedSettings.DEFAULT);
    fixture =
        new ServerFixture(
            directory.resolve("ids"),
            SegmentSource.inMemory(),
            server -> server.keyed(keyed).keyedWait(Duration.ofMillis(500)));
  }

  @AfterEach
  void end() {
    use();
    keyed.close();
    store.close();
    fixture.close();
  }

  private void awaitUsable() {
    try {
      usable.await();
    } catch (InterruptedException e) {
      throw new KeyedStoreException("interrupted", e);
    }
  }

  private void use() {
    fault = () -> {};
    usable.countDown();
  }

  private KeyedStore faulty(KeyedStore target) {
    return (KeyedStore)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {KeyedStore.class},
            (proxy, method, args) -> {
              if (method.getDeclaringClass() == KeyedStore.class) {
                fault.run();
              }
              try {
                return method.invoke(target, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static String untilServed(RespClient client) throws Exception {
    String answer = client.ask("INCR a");
    while (answer.startsWith("-")) {
      answer = client.ask("INCR a");
    }
    return answer;
  }

  @Test
  void callsWaitForAStoreThatIsSlow() throws Exception {
    keyed.join("127.0.0.1:7878");
    try (RespClient client = fixture.connect();
        RespClient other = fixture.connect()) {
      client.send("PING\r\nINCR a\r\nPING b\r\n");
      assertThat(client.read()).isEqualTo("+PONG");
      assertThat(other.ask("GETID")).startsWith(":");
      assertThat(other.ask("CLUSTER SLOTS"))
          .startsWith("-CLUSTERDOWN numbers per key are not ready");
      assertThat(other.ask("INFO keyed")).contains("keyed_slots:0\r\n");
      assertThat(client.read()).startsWith("-TRYAGAIN slot ");
      assertThat(client.read()).isEqualTo("b");
      use();
      assertThat(untilServed(client)).startsWith(":");
    }
  }

  @Test
  void callsAreRefusedWhileTheStoreFails() throws Exception {
    fault =
        () -> {
          throw new NoClassDefFoundError("Driver, url=db"); // whatever it is, it is tried again
        };
    CapturedLog log = new CapturedLog();
    keyed.join("127.0.0.1:7878");
    log.await(line -> line.getMessage().startsWith("numbers per key: the store failed"));
    log.close();
    try (RespClient client = fixture.connect()) {
      assertThat(client.ask("INCR a"))
          .matches("-CLUSTERDOWN Hash slot \\d+ not served; see the server log");
      assertThat(client.ask("INFO keyed")) // redis-py takes "a, b=c" for a malformed map
          .containsPattern("keyed_store_failure:.*Driver; url=db");
      assertThat(client.ask("GETID")).startsWith(":");
      use();
      assertThat(untilServed(client)).startsWith(":");
    }
  }

  @Test
  void serverThatHasNotJoinedEndsAtOnce() throws Exception {
    keyed.close(Duration.ofMinutes(1));
    try (RespClient client = fixture.connect()) {
      assertThat(client.ask("GETID")).startsWith(":");
    }
  }
}
