package io.snowbraid.shardingsphere;

import io.snowbraid.jdbc.JdbcWorkerSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory;
import org.h2.jdbcx.JdbcDataSource;

/**
 * Two in-memory H2 databases with four tables each, and ShardingSphere data sources on them. Column
 * names are in upper case, as H2 reports them to ShardingSphere.
 */
final class Shards implements AutoCloseable {

  static final String PASSWORD = "no secret is longer";

  static final int DATABASES = 2;
  static final int TABLES = 4;

  private static final String HEAD =
      """
      databaseName: shop
      mode:
        type: Standalone
        repository:
          type: JDBC
      dataSources:
      %s
      """;

  private static final String RULES =
      """
      rules:
      - !SHARDING
        tables:
          T_ORDER:
            actualDataNodes: ds_${0..1}.T_ORDER_${0..3}
            databaseStrategy:
              standard:
                shardingColumn: ID
                shardingAlgorithmName: by_database
            tableStrategy:
              standard:
                shardingColumn: ID
                shardingAlgorithmName: by_table
            keyGenerateStrategy:
              column: ID
              keyGeneratorName: snowbraid
        shardingAlgorithms:
          by_database:
            type: INLINE
            props:
              algorithm-expression: ds_${ID %% 2}
          by_table:
            type: INLINE
            props:
              algorithm-expression: T_ORDER_${ID.intdiv(2) %% 4}
        keyGenerators:
          snowbraid:
            type: SNOWBRAID
      %s
      """;

  private static final String UNIT =
      """
        %s:
          dataSourceClassName: com.zaxxer.hikari.HikariDataSource
          driverClassName: org.h2.Driver
          jdbcUrl: %s
          username: sa
          password: %s
      """;

  private final String prefix = "shards-" + UUID.randomUUID() + "-";
  private final List<DataSource> opened = new ArrayList<>();

  /** Opens a data source on both databases. */
  DataSource open(String... properties) throws SQLException, IOException {
    return open(List.of("ds_0", "ds_1"), properties);
  }

  /** Opens a data source on more databases than it has shards in. */
  DataSource open(List<String> units, String... properties) throws SQLException, IOException {
    String lines =
        Arrays.stream(properties)
            .map(line -> "        " + line + "\n")
            .collect(Collectors.joining());
    String text =
        head(sources(units)) + RULES.formatted(lines.isEmpty() ? "" : "      props:\n" + lines);
    DataSource dataSource =
        YamlShardingSphereDataSourceFactory.createDataSource(text.getBytes(StandardCharsets.UTF_8));
    opened.add(dataSource);
    return dataSource;
  }

  /** Returns the part of the configuration that defines the storage units. */
  static String head(String sources) {
    return HEAD.formatted(sources);
  }

  String sources() {
    return sources(List.of("ds_0", "ds_1"));
  }

  private String sources(List<String> units) {
    return units.stream()
        .map(name -> UNIT.formatted(name, url(name), PASSWORD))
        .collect(Collectors.joining());
  }

  String url(String name) {
    return "jdbc:h2:mem:" + prefix + name + ";DB_CLOSE_DELAY=-1";
  }

  /** Connects to one of the databases without ShardingSphere. */
  JdbcDataSource unit(String name) {
    JdbcDataSource unit = new JdbcDataSource();
    unit.setURL(url(name));
    unit.setUser("sa");
    unit.setPassword(PASSWORD);
    return unit;
  }

  JdbcWorkerSource workers(String name) {
    return JdbcWorkerSource.of(unit(name));
  }

  boolean hasWorkers(String name) throws SQLException {
    try (Connection connection = unit(name).getConnection();
        ResultSet tables =
            connection.getMetaData().getTables(null, null, "SNOWBRAID_WORKER", null)) {
      return tables.next();
    }
  }

  static void createTable(DataSource dataSource) throws SQLException {
    execute(dataSource, "CREATE TABLE T_ORDER (ID BIGINT PRIMARY KEY, NAME VARCHAR(20))");
  }

  static void execute(DataSource dataSource, String sql) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Inserts a row without its key. */
  static long insert(DataSource dataSource) throws SQLException {
    return insert(dataSource, 1).get(0);
  }

  /** Inserts rows without their keys in one batch. */
  static List<Long> insert(DataSource dataSource, int rows) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO T_ORDER (NAME) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
      for (int row = 0; row < rows; row++) {
        insert.setString(1, "order " + row);
        insert.addBatch();
      }
      insert.executeBatch();
      return keys(insert);
    }
  }

  static List<Long> keys(Statement insert) throws SQLException {
    List<Long> keys = new ArrayList<>();
    try (ResultSet rows = insert.getGeneratedKeys()) {
      while (rows.next()) {
        keys.add(rows.getLong(1));
      }
    }
    return keys;
  }

  /** Returns the ids in one physical table. */
  List<Long> ids(int database, int table) throws SQLException {
    try (Connection connection = unit("ds_" + database).getConnection();
        Statement select = connection.createStatement();
        ResultSet rows = select.executeQuery("SELECT ID FROM T_ORDER_" + table)) {
      List<Long> ids = new ArrayList<>();
      while (rows.next()) {
        ids.add(rows.getLong(1));
      }
      return ids;
    }
  }

  static void close(DataSource dataSource) throws SQLException {
    try {
      ((AutoCloseable) dataSource).close();
    } catch (SQLException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws SQLException {
    for (DataSource dataSource : opened) {
      close(dataSource);
    }
    for (String name : List.of("ds_0", "ds_1", "a_new_one")) {
      try (Connection connection = DriverManager.getConnection(url(name), "sa", PASSWORD);
          Statement shutdown = connection.createStatement()) {
        shutdown.execute("SHUTDOWN");
      }
    }
  }
}
