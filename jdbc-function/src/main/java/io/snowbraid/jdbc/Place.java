package io.snowbraid.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where a connection works, for people: without anything secret. */
record Place(@Nullable String schema, @Nullable String user, String url) {

  /** Settings follow the first of these; passwords are among them. */
  private static final Pattern SETTINGS = Pattern.compile("[?;].*", Pattern.DOTALL);

  /** {@code //user:password@host}, and Oracle's {@code :user/password@host}. */
  private static final Pattern LOGIN = Pattern.compile("(?<=//)[^/@]*@|(?<=:)[^:/@]+/[^/@]+@");

  static Place of(Connection connection) throws SQLException {
    DatabaseMetaData database = connection.getMetaData();
    return new Place(connection.getSchema(), database.getUserName(), withoutSecrets(database));
  }

  private static String withoutSecrets(DatabaseMetaData database) throws SQLException {
    String url = database.getURL();
    return url == null ? "unknown" : withoutSecrets(url);
  }

  static String withoutSecrets(String url) {
    return LOGIN.matcher(SETTINGS.matcher(url).replaceFirst("")).replaceFirst("");
  }

  @Override
  public String toString() {
    return "schema=" + schema + ", user=" + user + ", database=" + url;
  }
}
