package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a directory replaces all tables of this library, so that a schema can be replaced. */
class DirectoryTest {

  @Entity(name = "NumberedInvoice")
  static class Invoice {
    @Id
    @GeneratedValue(generator = "segment:invoices")
    Long id;
  }

  @TempDir private Path directory;
  private final HikariDataSource database = TestFactory.database("directory");

  @AfterEach
  void close() {
    database.close();
  }

  private SessionFactory open() {
    return TestFactory.open(
        database,
        Map.of("snowbraid.directory", directory.toString(), "snowbraid.workers", "0-3"),
        Entities.Named.class,
        IdSpaceEntities.Order.class,
        Invoice.class);
  }

  private record Ids(long named, long order, long invoice) {}

  private static Ids store(SessionFactory factory) {
    return factory.fromTransaction(
        session -> {
          Entities.Named named = new Entities.Named();
          IdSpaceEntities.Order order = new IdSpaceEntities.Order();
          Invoice invoice = new Invoice();
          session.persist(named);
          session.persist(order);
          session.persist(invoice);
          return new Ids(named.id, order.id, invoice.id);
        });
  }

  @Test
  void idsAreUniqueThoughTheSchemaIsDroppedBetweenFactories() throws SQLException {
    List<Ids> all = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      try (SessionFactory factory = open()) {
        all.add(store(factory));
        assertThat(tables()).doesNotContain("SNOWBRAID_WORKER", "SNOWBRAID_SEGMENT");
      }
      execute("drop all objects");
    }
    assertThat(all).extracting(Ids::named).doesNotHaveDuplicates().hasSize(3);
    assertThat(all).extracting(Ids::order).doesNotHaveDuplicates();
    assertThat(all).extracting(Ids::invoice).doesNotHaveDuplicates();
  }

  @Test
  void idsContinueWhileTheSchemaIsReplaced() throws SQLException {
    try (SessionFactory factory = open()) {
      Ids before = store(factory);
      execute("drop all objects");
      factory.getSchemaManager().exportMappedObjects(false);
      assertThat(store(factory).named()).isGreaterThan(before.named());
    }
  }

  @Test
  void furtherSpacesHaveFoldersInIt() {
    try (SessionFactory factory = open()) {
      store(factory);
      assertThat(directory.resolve("spaces/orders")).isDirectory();
      assertThat(directory.resolve("segments")).isDirectory();
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> tables() throws SQLException {
    List<String> names = new ArrayList<>();
    try (Connection connection = database.getConnection();
        ResultSet tables =
            connection.getMetaData().getTables(null, null, null, new String[] {"TABLE"})) {
      while (tables.next()) {
        names.add(tables.getString("TABLE_NAME"));
      }
    }
    return names;
  }
}
