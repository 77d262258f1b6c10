package io.snowbraid.server.http;

import io.snowbraid.jdbc.connection.BorrowedConnection;
import io.snowbraid.jdbc.connection.StoreFailures;
import io.snowbraid.jdbc.connection.TimeLimit;
import io.snowbraid.jdbc.connection.TimedCall;
import io.snowbraid.server.http.TinyidTokens.Grant;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Reads the table {@code tiny_id_token} of Tinyid, which has a row for each token and tag. */
final class TokenTable {

  private static final String NAME = "tiny_id_token";
  private static final StoreFailures FAILURES = StoreFailures.OF_SEGMENTS.at(() -> "table=" + NAME);

  private TokenTable() {}

  static List<Grant> read(DataSource dataSource) {
    return TimedCall.run(dataSource, TimeLimit.GRANT, FAILURES, TokenTable::read);
  }

  private static List<Grant> read(BorrowedConnection borrowed) throws SQLException {
    try (PreparedStatement select =
            borrowed.connection().prepareStatement("select token, biz_type from " + NAME);
        ResultSet rows = select.executeQuery()) {
      List<Grant> grants = new ArrayList<>();
      while (rows.next()) {
        grants.add(new Grant(rows.getString(1), rows.getString(2)));
      }
      return grants;
    }
  }
}
