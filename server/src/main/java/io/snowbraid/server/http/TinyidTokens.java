package io.snowbraid.server.http;

import io.snowbraid.internal.Log;
import io.snowbraid.jdbc.internal.DatabaseAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * The tokens of Tinyid's clients, each with the tags that it is for. They are read again when they
 * are needed and a minute old. Only digests of tokens are kept.
 *
 * <p>Safe for use by any number of threads.
 */
public final class TinyidTokens {

  private static final Duration LIFETIME = Duration.ofMinutes(1);

  /**
   * A token and a tag that it is for.
   *
   * @param token the token
   * @param tag the tag
   */
  public record Grant(String token, String tag) {

    @Override
    public String toString() {
      return "Grant[" + tag + "]"; // without the token
    }
  }

  private record Known(Map<String, Set<String>> tagsOfDigests, long readAtNanos) {}

  private final Supplier<List<Grant>> store;
  private final LongSupplier nanoTime;
  private volatile Known known;

  private TinyidTokens(Supplier<List<Grant>> store, LongSupplier nanoTime) {
    this.store = store;
    this.nanoTime = nanoTime;
    this.known = read();
  }

  /**
   * Reads the tokens from the table {@code tiny_id_token}.
   *
   * @param dataSource provides connections that may read the table
   * @return the tokens
   * @throws io.snowbraid.segment.SegmentSourceException if that fails
   */
  public static TinyidTokens of(DataSource dataSource) {
    return of(() -> TokenTable.read(dataSource));
  }

  /**
   * Reads the tokens.
   *
   * @param store reads all of them, which may take long
   * @return the tokens
   */
  public static TinyidTokens of(Supplier<List<Grant>> store) {
    return of(store, System::nanoTime);
  }

  static TinyidTokens of(Supplier<List<Grant>> store, LongSupplier nanoTime) {
    return new TinyidTokens(store, nanoTime);
  }

  private Known read() {
    Map<String, Set<String>> tags = new HashMap<>();
    for (Grant grant : new ArrayList<>(store.get())) {
      boolean unused =
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
