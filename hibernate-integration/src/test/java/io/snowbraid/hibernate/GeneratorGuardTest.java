package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import java.util.Map;
import org.hibernate.MappingException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whoever asks for a snowflake and would get 1, 2, 3 is told at the start. */
class GeneratorGuardTest {

  private final HikariDataSource database = TestFactory.database("guard");

  @AfterEach
  void close() {
    database.close();
  }

  private void requireRefused(Class<?> entity, Map<String, Object> settings, String... parts) {
    assertThatExceptionOfType(MappingException.class)
        .isThrownBy(() -> TestFactory.open(database, settings, entity))
        .withMessageContainingAll(parts);
  }

  @Test
  void nameInAnotherCaseIsRefused() {
    requireRefused(
        Spaces.Typo.class,
        Map.of(),
        "Typo.id asks for \"Snowflake\" and gets SequenceStyleGenerator",
        "write generator = \"snowflake\"");
  }

  @Test
  @Tag("from-orm-7") // 6.6 heeds the name
  void identityColumnIsRefused() {
    requireRefused(
        Spaces.IdentityNamed.class,
        Map.of(),
        "IdentityNamed.id asks for \"snowflake\" and gets IdentityGenerator",
        "leave strategy=IDENTITY out");
  }

  @Test
  void mappingFilesSwitchedOffIsRefused() {
    requireRefused(
        Entities.Named.class,
        Map.of("hibernate.xml_mapping_enabled", "false"),
        "id asks for \"snowflake\" and gets",
        "hibernate.xml_mapping_enabled be true");
  }

  @Test
  void annotationOnAnotherAttributeIsRefused() {
    requireRefused(
        Spaces.Misplaced.class,
        Map.of(),
        "Misplaced.number stands on an attribute that is no identifier; use it with @Id");
  }
}
