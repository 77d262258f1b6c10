package io.snowbraid.server.internal.legacy;

import io.snowbraid.internal.Log;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import io.snowbraid.server.http.TinyidToken;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Digests of the tokens of Tinyid's clients, kept in memory. Thread-safe. */
final class TinyidTokens {

  private static final Duration LIFETIME = Duration.ofMinutes(1);

  /** The tokens read at a moment: a digest for each token and tag. */
  private record Known(Set<String> digests, long readAtNanos) {}

  private final Supplier<List<TinyidToken>> store;
  private final LongSupplier nanoTime;
  private volatile Known known;

  TinyidTokens(Supplier<List<TinyidToken>> store, LongSupplier nanoTime) {
    this.store = store;
    this.nanoTime = nanoTime;
    this.known = read();
  }

  private Known read() {
    Set<String> digests =
        store.get().stream()
            .map(token -> digest(token.token(), token.tag()))
            .collect(Collectors.toUnmodifiableSet());
    return new Known(digests, nanoTime.getAsLong());
  }

  boolean areFresh() {
    return nanoTime.getAsLong() - known.readAtNanos() < LIFETIME.toNanos();
  }

  /** Reloads the tokens if they are old. If that fails, those in memory stay valid. */
  void refresh() {
    if (areFresh()) {
      return;
    }
    try {
      known = read();
    } catch (RuntimeException e) {
      Log.warn(
          "Tinyid tokens could not be read; tokens read earlier stay valid",
          DatabaseAddress.hideSecrets(e));
      known = new Known(known.digests(), nanoTime.getAsLong());
    }
  }

  boolean allow(String token, String tag) {
    return known.digests().contains(digest(token, tag));
  }

  /** Digests a token, so that comparison times reveal nothing about other tokens. */
  private static String digest(String token, String tag) {
    try {
      byte[] text = (token + '\0' + tag).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
