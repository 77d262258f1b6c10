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
 * A token of a Tinyid client, and a tag that it gives access to.
 *
 * @param token the token
 * @param tag the tag
 */
public record TinyidToken(String token, String tag) {

  private static final String TABLE = "tiny_id_token";
  private static final StoreFailures FAILURES =
      StoreFailures.OF_SEGMENTS.at(() -> "table=" + TABLE);

  /**
   * Returns a reader of the table {@code tiny_id_token}, which has a row per token and tag.
   *
   * @param dataSource connections that may read the table
   * @return reads all rows; throws {@link io.snowbraid.segment.SegmentSourceException} on failure
   */
  public static Supplier<List<TinyidToken>> of(DataSource dataSource) {
    Objects.requireNonNull(dataSource, "dataSource");
    return () -> TimedCall.run(dataSource, TimeLimit.GRANT, FAILURES, TinyidToken::rows);
  }

  private static List<TinyidToken> rows(BorrowedConnection borrowed) throws SQLException {
    try (PreparedStatement select =
            borrowed.connection().prepareStatement("select token, biz_type from " + TABLE);
        ResultSet rows = select.executeQuery()) {
      List<TinyidToken> tokens = new ArrayList<>();
      while (rows.next()) {
        tokens.add(new TinyidToken(rows.getString(1), rows.getString(2)));
      }
      return tokens;
    }
  }

  @Override
  public String toString() {
    return "TinyidToken[" + tag + "]"; // without the token
  }
}
