package io.snowbraid.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.jdbc.FunctionOptions;
import io.snowbraid.jdbc.ScriptDialect;
import io.snowbraid.jdbc.SnowflakeFunctions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;

/** Tests that Spring Boot can run the printed script, which is one statement with semicolons. */
class PrintedScriptTest {

  @TempDir private Path directory;

  @Test
  void scriptInstallsTheFunctions() throws IOException {
    Path script = directory.resolve("schema.sql");
    Files.writeString(
        script, SnowflakeFunctions.script(ScriptDialect.POSTGRESQL, FunctionOptions.DEFAULT));
    try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  DataSourceAutoConfiguration.class,
                  DataSourceInitializationAutoConfiguration.class))
          .withPropertyValues(
              "spring.datasource.url=" + server.getJdbcUrl("postgres", "postgres"),
              "spring.sql.init.mode=always",
              "spring.sql.init.schema-locations=" + script.toUri(),
              "spring.sql.init.separator=^^^ END OF SCRIPT ^^^")
          .run(
              context ->
                  assertThat(
                          new JdbcTemplate(context.getBean(DataSource.class))
                              .queryForObject("select next_snowflake()", Long.class))
                      .isPositive());
    }
  }
}
