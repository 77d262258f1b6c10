package com.example;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

class Main {

  public static void main(String[] args) throws SQLException, IOException {
    JdbcDataSource dataSource = new JdbcDataSource();
    dataSource.setURL("jdbc:h2:./customers");
    install(dataSource);
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        InputStream script = Main.class.getResourceAsStream("/customers.sql")) {
      for (String sql : new String(script.readAllBytes(), StandardCharsets.UTF_8).split(";")) {
        if (statement.execute(sql)) {
          print(statement.getResultSet());
        }
      }
    }
  }

  private static void install(DataSource dataSource) {
    // snippet: README.md java SnowflakeFunctions.install
  }

  private static void print(ResultSet rows) throws SQLException {
    while (rows.next()) {
      System.out.println(rows.getLong(1) + " " + rows.getString(2) + " " + rows.getLong(3));
    }
  }
}
