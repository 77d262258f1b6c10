package io.snowbraid.cli;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Looks for definitions that H2 accepts but that lose ids. */
final class H2Check {

  private static final String COMPUTED =
      "SELECT TABLE_SCHEMA || '.' || TABLE_NAME || '.' || COLUMN_NAME FROM"
          + " INFORMATION_SCHEMA.COLUMNS WHERE UPPER(GENERATION_EXPRESSION) LIKE"
          + " '%NEXT_SNOWFLAKE%' ORDER BY 1";

  private static final String DOMAINS =
      "SELECT DOMAIN_SCHEMA || '.' || DOMAIN_NAME FROM INFORMATION_SCHEMA.DOMAINS WHERE"
          + " UPPER(DOMAIN_DEFAULT) LIKE '%NEXT_SNOWFLAKE%' ORDER BY 1";

  private H2Check() {}

  static void run(DataSource database, Findings findings) throws SQLException {
    try (Connection connection = database.getConnection()) {
      if (!connection.getMetaData().getDatabaseProductName().equals("H2")) {
        return;
      }
      List<String> columns = names(connection, COMPUTED);
      findings.find(
          "computed columns",
          columns.isEmpty(),
          columns.isEmpty()
              ? "none calls NEXT_SNOWFLAKE()"
              : columns
                  + ": H2 computes their ids again at each update; make NEXT_SNOWFLAKE() their"
                  + " DEFAULT");
      List<String> domains = names(connection, DOMAINS);
      findings.find(
          "domains",
          domains.isEmpty(),
          domains.isEmpty()
              ? "none calls NEXT_SNOWFLAKE()"
              : domains + ": RUNSCRIPT cannot read them back; make it the DEFAULT of the columns");
    }
  }

  private static List<String> names(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> names = new ArrayList<>();
      while (rows.next()) {
        names.add(rows.getString(1));
      }
      return names;
    }
  }
}
