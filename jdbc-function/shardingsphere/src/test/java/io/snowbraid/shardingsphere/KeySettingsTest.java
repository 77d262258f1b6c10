package io.snowbraid.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Properties;
import org.apache.shardingsphere.infra.algorithm.core.exception.AlgorithmInitializationException;
import org.apache.shardingsphere.infra.algorithm.keygen.core.KeyGenerateAlgorithm;
import org.apache.shardingsphere.infra.spi.type.typed.TypedSPILoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the properties of the algorithm. */
class KeySettingsTest {

  /** Parses properties from one line; values may be numbers, as in YAML. */
  private static Properties properties(String line) {
    Properties properties = new Properties();
    for (String part : line.isEmpty() ? new String[0] : line.split(" ", -1)) {
      String[] pair = part.split("=", 2);
      properties.put(pair[0], pair[1].matches("\\d{1,9}") ? Integer.valueOf(pair[1]) : pair[1]);
    }
    return properties;
  }

  private static KeyGenerateAlgorithm algorithm(String line) {
    return TypedSPILoader.getService(KeyGenerateAlgorithm.class, "SNOWBRAID", properties(line));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "worker-id=7",
        "worker-id=7"
            + " layout=time=41,rollback=2,timeline=2,worker=8,sequence=10,epoch=2025-01-01T00:00:00Z",
        "directory=workers horizon=2m max-wait=PT5S workers=0-63",
        "url=jdbc:h2:mem:x user=sa password=p% table=s.workers namespace=shop create-table=false",
        "storage-unit=ds_1 namespace=shop",
        "namespace=shop",
      })
  void goodOnesAreAccepted(String line) {
    KeyGenerateAlgorithm algorithm = algorithm(line);
    assertThat(algorithm).isInstanceOf(SnowbraidKeyGenerateAlgorithm.class);
    assertThat(algorithm.isSupportAutoIncrement()).isTrue();
    assertThat(algorithm.isDefault()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "worker_id=7 | there is no setting worker_id; did you mean worker-id?",
        "data-source=ds_0 | did you mean",
        "nam%space=a | there is no setting nam%space; did you mean namespace?",
        "worker-id=128 | worker-id must be a whole number between 0 and 127, but is 128",
        "worker-id=-1 | worker-id must be a whole number of at least 0, but is -1",
        "worker-id=one | worker-id must be a whole number of at least 0, but is one",
        "horizon=soon | horizon must be a duration such as 500ms, 90s, 5m or PT1M30S, but is soon",
        "horizon=1ms | horizon: horizon must be at least 1 s",
        "max-wait=-PT1S | max-wait: maxWait must be at least 0 ms",
        "layout=x | layout",
        "workers=9-5 | workers",
        "table=a;b | table must be a name of letters",
        "create-table=maybe | create-table must be true or false, but is maybe",
        "url=h2:mem:x | url must begin with jdbc:, but is h2:mem:x",
        "url=jdbc:h2:mem:x directory=d | url has no effect together with directory; remove one of"
            + " them",
        "url=jdbc:h2:mem:x storage-unit=a | url has no effect together with storage-unit; remove"
            + " one of them",
        "worker-id=7 table=t | table has no effect together with worker-id; remove one of them",
        "worker-id=7 horizon=2m | horizon has no effect together with worker-id; remove one of"
            + " them",
        "directory=d namespace=n | namespace has no effect together with directory; remove one of"
            + " them",
        "user=sa | user has no effect without url; remove it",
        "storage-unit=a password=secret1 | password has no effect without url; remove it",
      })
  void badOnesAreRejected(String line, String message) {
    assertThatThrownBy(() -> algorithm(line))
        .isInstanceOf(AlgorithmInitializationException.class)
        .hasMessageContaining("SNOWBRAID")
        .hasMessageContaining(message)
        .extracting(Throwable::getMessage)
        .asString()
        .doesNotContain("secret1");
  }

  @Test
  void passwordsAreNotShown() {
    assertThat(algorithm("url=jdbc:postgresql://me:secret1@db/x?password=secret2 password=secret3"))
        .hasToString("SNOWBRAID{password=***, url=jdbc:postgresql://db/x}");
  }
}
