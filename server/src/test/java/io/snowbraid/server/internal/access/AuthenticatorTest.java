package io.snowbraid.server.internal.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.server.TestUsers;
import io.snowbraid.server.internal.access.Authenticator.Verdict;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that who guesses passwords does not keep others out. */
class AuthenticatorTest {

  @TempDir Path directory;

  private final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor();
  private Authenticator authenticator;

  @BeforeEach
  void create() throws Exception {
    Path file = directory.resolve("users");
    Files.writeString(file, TestUsers.line("app", "secret", 20_000));
    authenticator = new Authenticator(TestUsers.accounts(file), Duration.ofMillis(1));
  }

  @AfterEach
  void end() {
    authenticator.close();
    loop.shutdownNow();
  }

  private static Object origin(String address) {
    return LoginLimit.origin(new InetSocketAddress(address, 5));
  }

  private CompletableFuture<Verdict> check(String password, Object origin) {
    CompletableFuture<Verdict> verdict = new CompletableFuture<>();
    authenticator.check("app", password, origin, loop, verdict::complete);
    return verdict;
  }

  @Test
  void floodFromOneAddressLeavesRoomForOthers() throws Exception {
    List<CompletableFuture<Verdict>> flood = new ArrayList<>();
    for (int i = 0; i < 2 * LoginLimit.MAX; i++) {
      flood.add(check("guess" + i, origin("10.0.0.1")));
    }
    assertThat(check("secret", origin("10.0.0.2")).get()).isEqualTo(Verdict.ACCEPTED);
    List<Verdict> outcomes = flood.stream().map(CompletableFuture::join).toList();
    assertThat(outcomes).contains(Verdict.BUSY, Verdict.REFUSED).doesNotContain(Verdict.ACCEPTED);
    assertThat(check("guess", origin("10.0.0.1")).get()).isEqualTo(Verdict.REFUSED);
  }

  @Test
  void manyConnectionsOfOneApplicationAreCheckedTogether() {
    assertThat(IntStream.range(0, 1_000).mapToObj(i -> check("secret", origin("10.0.0.1"))))
        .map(CompletableFuture::join)
        .containsOnly(Verdict.ACCEPTED);
  }

  @Test
  void sameWrongPasswordIsRefusedToAll() {
    assertThat(IntStream.range(0, 1_000).mapToObj(i -> check("wrong", origin("10.0.0.1"))).toList())
        .map(CompletableFuture::join)
        .containsOnly(Verdict.REFUSED);
  }

  @Test
  void passwordsThatAreTooLongAreRefusedAtOnce() throws Exception {
    assertThat(check("x".repeat(1_100), origin("10.0.0.1")).get()).isEqualTo(Verdict.REFUSED);
  }

  @Test
  void addressesOfOneNetworkAreOneOrigin() {
    assertThat(origin("2001:db8::1")).isEqualTo(origin("2001:db8::ffff:1"));
    assertThat(origin("2001:db8::1")).isNotEqualTo(origin("2001:db8:1::1"));
    assertThat(origin("10.0.0.1")).isNotEqualTo(origin("10.0.0.2"));
  }
}
