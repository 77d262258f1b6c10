package io.snowbraid.hibernate.internal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.hibernate.boot.model.naming.Identifier;
import org.hibernate.boot.model.relational.QualifiedSequenceName;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.dialect.Dialect;
import org.hibernate.engine.config.spi.ConfigurationService;
import org.hibernate.engine.jdbc.env.spi.ExtractedDatabaseMetaData;
import org.hibernate.engine.jdbc.spi.JdbcServices;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.tool.schema.extract.spi.SequenceInformation;

/**
 * The sequences that a database has before Hibernate creates its own. In a database without
 * sequences, Hibernate uses tables in their place.
 *
 * @param registry provides the connections
 */
public record ExistingSequences(ServiceRegistry registry) {

  /**
   * Tells whether there is a sequence. Case and separators do not count, because naming strategies
   * change them.
   *
   * @param name its name, with or without a schema
   * @return whether there is one; empty if there is no database to ask for now, as while Quarkus
   *     builds mappings
   */
  public Optional<Boolean> contain(String name) {
    JdbcServices jdbc = registry.requireService(JdbcServices.class);
    try (Connection connection =
        BootstrapDataSource.dataSource(jdbc.getBootstrapJdbcConnectionAccess(), null)
            .getConnection()) {
      return Optional.of(
          isHidden()
              || (jdbc.getDialect().getSequenceSupport().supportsSequences()
                  ? isListed(name, jdbc) || isUsable(name, jdbc.getDialect(), connection)
                  : isTable(name, connection)));
    } catch (SQLException | RuntimeException e) {
      return Optional.empty(); // the application supplies connections, or the database is away
    }
  }

  private boolean isHidden() {
    Object allowed =
        registry
            .requireService(ConfigurationService.class)
            .getSettings()
            .get(AvailableSettings.ALLOW_METADATA_ON_BOOT);
    return allowed != null && !Boolean.parseBoolean(allowed.toString());
  }

  /** Returns whether Hibernate has found the sequence, if it was allowed to look. */
  private static boolean isListed(String name, JdbcServices jdbc) {
    ExtractedDatabaseMetaData found = jdbc.getJdbcEnvironment().getExtractedDatabaseMetaData();
    return found != null && isListed(name, found.getSequenceInformationList());
  }

  private static boolean isListed(String name, List<SequenceInformation> all) {
    return all.stream()
        .map(SequenceInformation::getSequenceName)
        .flatMap(ExistingSequences::names)
        .anyMatch(normalized(name)::equals);
  }

  private static Stream<String> names(QualifiedSequenceName sequence) {
    String name = sequence.getObjectName().getText();
    Identifier schema = sequence.getSchemaName();
    return Stream.of(name, schema == null ? name : schema.getText() + '.' + name)
        .map(ExistingSequences::normalized);
  }

  /** Returns whether the database accepts a statement with the sequence, which is not executed. */
  private static boolean isUsable(String name, Dialect dialect, Connection connection)
      throws SQLException {
    String next = dialect.getSequenceSupport().getSequenceNextValString(name);
    try (PreparedStatement statement = connection.prepareStatement(next)) {
      return statement.getMetaData() != null;
    } catch (SQLException e) {
      if (!connection.getAutoCommit()) {
        connection.rollback(); // PostgreSQL accepts nothing else in this transaction
      }
      return false;
    }
  }

  private static boolean isTable(String name, Connection connection) throws SQLException {
    String[] anyKind = null;
    try (ResultSet tables = connection.getMetaData().getTables(null, null, "%", anyKind)) {
      boolean found = false;
      while (!found && tables.next()) {
        found = normalized(tables.getString("TABLE_NAME")).equals(normalized(name));
      }
      return found;
    }
  }

  private static String normalized(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[-. ]", "_");
  }
}
