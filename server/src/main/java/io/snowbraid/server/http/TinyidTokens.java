package io.snowbraid.server.http;

import io.snowbraid.jdbc.connection.BorrowedConnection;
import io.snowbraid.jdbc.connection.StoreFailures;
import io.snowbraid.jdbc.connection.TimeLimit;
import io.snowbraid.jdbc.connection.TimedCall;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * Where the tokens of Tinyid's clients are, each with the tags that it is for. A server reads them
 * when it starts, and again when they are needed and a minute old; if that fails, those that it
 * knows stay valid. It keeps only digests of tokens.
 *
 * <p>Safe for use by any number of threads.
 */
public final class TinyidTokens {

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

  private static final String TABLE = "tiny_id_token";
  private static final StoreFailures FAILURES =
      StoreFailures.OF_SEGMENTS.at(() -> "table=" + TABLE);

  private final Supplier<List<Grant>> store;

  private TinyidTokens(Supplier<List<Grant>> store) {
    this.store = store;
  }

  /**
   * Takes tokens from the table {@code tiny_id_token}; nothing is read yet.
   *
   * @param dataSource provides connections that may read the table
   * @return the tokens
   */
  public static TinyidTokens of(DataSource dataSource) {
    Objects.requireNonNull(dataSource, "dataSource");
    return of(() -> TimedCall.run(dataSource, TimeLimit.GRANT, FAILURES, TinyidTokens::rows));
  }

  /**
   * Takes tokens from elsewhere; nothing is read yet.
   *
   * @param store reads all of them, which may take long; called by one thread at a time
   * @return the tokens
   */
  public static TinyidTokens of(Supplier<List<Grant>> store) {
    return new TinyidTokens(Objects.requireNonNull(store, "store"));
  }

  /**
   * Reads all tokens.
   *
   * @return each token with each of its tags
   * @throws io.snowbraid.segment.SegmentSourceException if the table cannot be read; or what else
   *     the store throws
   */
  public List<Grant> read() {
    return List.copyOf(store.get());
  }

  /** Reads the table, which has a row for each token and tag. */
  private static List<Grant> rows(BorrowedConnection borrowed) throws SQLException {
    try (PreparedStatement select =
            borrowed.connection().prepareStatement("select token, biz_type from " + TABLE);
        ResultSet rows = select.executeQuery()) {
      List<Grant> grants = new ArrayList<>();
      while (rows.next()) {
        grants.add(new Grant(rows.getString(1), rows.getString(2)));
      }
      return grants;
    }
  }
}
