package io.snowbraid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.snowbraid.jdbc.internal.DatabaseAddress;
import io.snowbraid.worker.WorkerSourceException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that messages of drivers are shown without the secrets of a URL. */
class SecretsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:nobody://host/shop?user=u&password=s3cret",
        "jdbc:nobody://u:s3cret@host/shop",
        "jdbc:nobody://host;PASSWORD=s3cret with blanks",
        "jdbc:oracle:thin:u/s3cret@//host:1521/shop",
        "jdbc:h2:mem:secrets;IFEXISTS=TRUE;PASSWORD=s3cret",
        "jdbc:h2:mem:secrets;PASSWORD=s3cret;NO_SUCH_SETTING=1",
        "jdbc:postgresql://u:s3cret@localhost:1/shop",
        "jdbc:postgresql://localhost:1/shop?sslpassword=s3cret",
      })
  void neitherMessagesNorCausesShowThem(String url) {
    WorkerSourceException e =
        catchThrowableOfType(
            WorkerSourceException.class,
            () -> JdbcWorkerSource.of(UrlDataSource.of(url)).workers());
    StringWriter trace = new StringWriter();
    e.printStackTrace(new PrintWriter(trace, true));
    assertThat(trace.toString())
        .contains("data source gave no connection: ")
        .doesNotContain("s3cret");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "port is invalid: 77@host | jdbc:x://u:77@host/db | port is invalid: ***@host",
        "is \"jdbc:x:/a;PASSWORD=p q\" [1] | jdbc:x:/a;PASSWORD=p q | is \"jdbc:x:/a\" [1]",
        "unknown: Password=p, and more | jdbc:x:y | unknown: Password=***, and more",
        "password was wrong: user=sa | jdbc:x:y;USER=sa;PASSWORD=a | password was wrong: user=sa",
        "login of u with tiger | jdbc:oracle:thin:u/tiger@//h | login of u with ***",
      })
  void textsAboutAUrlLoseItsPasswords(String text, String url, String shown) {
    assertThat(DatabaseAddress.hideSecrets(text, url)).isEqualTo(shown);
  }

  @Test
  void failuresAreCopiedOnlyIfTheyTellASecret() {
    SQLException fine = new SQLException("server is away", "08001", 7, new SQLException("really"));
    assertThat(DatabaseAddress.hideSecrets(fine)).isSameAs(fine);
    SQLException cause = new SQLException("no driver for jdbc:x://u:s3cret@host");
    SQLException telling = new SQLException("server is away", "08001", 7, cause);
    assertThat(DatabaseAddress.hideSecrets(telling))
        .isInstanceOfSatisfying(
            SQLException.class,
            copy -> {
              assertThat(copy.getMessage()).isEqualTo("server is away");
              assertThat(copy.getCause()).hasMessage("no driver for jdbc:x://host");
              assertThat(copy.getSQLState()).isEqualTo("08001");
              assertThat(copy.getErrorCode()).isEqualTo(7);
              assertThat(copy.getStackTrace()).isEqualTo(telling.getStackTrace());
            });
  }
}
