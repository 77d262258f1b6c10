package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the functions on each database that can give rows an id by a default or trigger. */
public abstract class SqlDefaultsSuite extends SqlFunctionsSuite {

  /**
   * Returns the statements that create CUSTOMER (ID, NAME), whose rows get an id if they have none.
   */
  protected abstract String[] table();

  /** Inserts a row into CUSTOMER and returns its id from the same statement. */
  protected abstract long insertForKey(Connection connection) throws SQLException;

  @Test
  void defaultGivesEachRowAnId() throws SQLException {
    run(table());
    run("INSERT INTO CUSTOMER (NAME) VALUES ('a'), ('b'), ('c')");
    run("INSERT INTO CUSTOMER (NAME) SELECT 'd' FROM " + rows(1_000));
    try (Connection connection = database.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO CUSTOMER (NAME) VALUES (?)")) {
      for (int i = 0; i < 100; i++) {
        insert.setString(1, "e" + i);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    assertIds(ids("SELECT ID FROM CUSTOMER"), 1_103);
  }

  @Test
  void givenIdIsKept() throws SQLException {
    run(table());
    run("INSERT INTO CUSTOMER (ID, NAME) VALUES (5, 'a')");
    assertThat(ids("SELECT ID FROM CUSTOMER")).containsExactly(5L);
  }

  @Test
  void keyOfANewRowComesBack() throws SQLException {
    run(table());
    try (Connection connection = database.getConnection()) {
      List<Long> keys = List.of(insertForKey(connection), insertForKey(connection));
      assertIds(keys, 2);
      assertThat(ids("SELECT ID FROM CUSTOMER")).containsExactlyInAnyOrderElementsOf(keys);
    }
  }
}
