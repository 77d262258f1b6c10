package io.snowbraid.server.internal.peers;

import io.snowbraid.internal.Log;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import io.snowbraid.server.http.TinyidTokens;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/** Digests of the tokens of Tinyid's clients, in memory. Safe for use by any number of threads. */
final class KnownTokens {

  private static final Duration LIFETIME = Duration.ofMinutes(1);

  private record Known(Map<String, Set<String>> tagsOfDigests, long readAtNanos) {}

  private final TinyidTokens tokens;
  private final LongSupplier nanoTime;
  private volatile Known known;

  /** Reads the tokens. */
  KnownTokens(TinyidTokens tokens, LongSupplier nanoTime) {
    this.tokens = tokens;
    this.nanoTime = nanoTime;
    this.known = read();
  }

  private Known read() {
    Map<String, Set<String>> tags = new HashMap<>();
    for (TinyidTokens.Grant grant : tokens.read()) {
      tags.computeIfAbsent(digest(grant.token()), token -> new HashSet<>()).add(grant.tag());
    }
    return new Known(tags, nanoTime.getAsLong());
  }

  boolean areFresh() {
    return nanoTime.getAsLong() - known.readAtNanos() < LIFETIME.toNanos();
  }

  /** Reads the tokens again if they are not fresh. If that fails, those in memory stay valid. */
  void refresh() {
    if (areFresh()) {
      return;
    }
    try {
      known = read();
    } catch (RuntimeException e) {
      Log.warn(
          "tokens of Tinyid cannot be read, those read before stay valid",
          DatabaseAddress.hideSecrets(e));
      known = new Known(known.tagsOfDigests(), nanoTime.getAsLong());
    }
  }

  boolean allow(String token, String tag) {
    return known.tagsOfDigests().getOrDefault(digest(token), Set.of()).contains(tag);
  }

  /** Digests a token, so that the time of a comparison says nothing about other tokens. */
  private static String digest(String token) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
