package io.snowbraid.jdbc.h2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.worker.WorkerSourceException;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** Tests a database in memory that ends with its last connection. */
class H2ForgottenDatabaseTest {

  private static JdbcWorkerSource created(String url) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL(url);
    return JdbcWorkerSource.of(database).createTableIfMissing();
  }

  @Test
  void messageNamesTheSettingThatKeepsIt() {
    assertThatExceptionOfType(WorkerSourceException.class)
        .isThrownBy(created("jdbc:h2:mem:forgotten")::workers)
        .withMessageStartingWith("worker table does not exist (")
        .withMessageEndingWith(
            "; add ;DB_CLOSE_DELAY=-1 to the URL, because H2 forgets a database in memory when its"
                + " last connection is closed");
  }

  @Test
  void settingKeepsIt() {
    assertThat(created("jdbc:h2:mem:kept;DB_CLOSE_DELAY=-1").workers()).isEmpty();
  }
}
