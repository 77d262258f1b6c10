package io.snowbraid.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowbraid.jdbc.internal.GeneratorSettings.Origin;
import io.snowbraid.jdbc.internal.GeneratorSettings.Setting;
import io.snowbraid.layout.Layout;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the one definition of a generator's settings. */
class GeneratorSettingsTest {

  private static GeneratorSettings read(Map<String, ?> values) {
    return GeneratorSettings.read(
        setting -> values.get(setting.key()), setting -> "my." + setting.key());
  }

  private static GeneratorSettings read(String line) {
    return read(
        Arrays.stream(line.split(" ", -1))
            .map(pair -> pair.split("=", 2))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1])));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "worker-id=7 layout=JAVASCRIPT max-lead=0s max-wait=PT5S rollback-policy=wait",
        "directory=d workers=0-3 owner=me horizon=5m max-clock-offset=1s create-table=false",
        "table=a.b namespace=n workers=0-3,7 sequence-order=ASCENDING horizon=90s",
      })
  void goodSettingsAreAccepted(String line) {
    GeneratorSettings settings = read(line);
    assertThat(settings.check()).isSameAs(settings);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "worker-id=x | my.worker-id must be a whole number of at least 0, but is x",
        "worker-id=128 | my.worker-id must be a whole number between 0 and 127, but is 128",
        "directory= | my.directory: directory must not be blank",
        "create-table=1 | my.create-table must be true or false, but is 1",
        "workers=9-5 | my.workers: workers must be ascending numbers or ranges without overlap",
        "layout=x | my.layout: ",
        "horizon=5 | my.horizon must be a duration such as 500ms, 90s, 5m or PT1M30S, but is 5",
        "horizon=1ms | my.horizon: horizon must be at least 1 s",
        "rollback-policy=x | my.rollback-policy must be",
        "worker-id=1 directory=d | my.directory has no effect together with my.worker-id; remove"
            + " one of them",
        "worker-id=1 horizon=1m | my.horizon has no effect together with my.worker-id; remove one"
            + " of them",
        "directory=d table=t | my.table has no effect together with my.directory; remove one of"
            + " them",
      })
  void badSettingsAreRejected(String line, String message) {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> read(line).check())
        .withMessageStartingWith(message);
  }

  @Test
  void equalSettingsMayBeSpelledInOtherWays() {
    assertThat(read("worker-id=7 max-wait=60s"))
        .isEqualTo(read(Map.of("worker-id", 7, "max-wait", Duration.ofMinutes(1))))
        .hasSameHashCodeAs(read("worker-id=07 layout=DEFAULT max-wait=1m"))
        .isNotEqualTo(read("worker-id=8 max-wait=60s"));
  }

  @Test
  void unsetSettingsHaveDefaults() {
    GeneratorSettings none = read(Map.of());
    assertThat(none.origin()).isEqualTo(Origin.TABLE);
    assertThat(none.layout()).isEqualTo(Layout.DEFAULT);
    assertThat(none.createsTable()).isTrue();
    assertThat(none.isSet(Setting.LAYOUT)).isFalse();
  }

  @Test
  void workerMayComeFromElsewhere() {
    GeneratorSettings settings = read("namespace=n").from(Origin.SUPPLIED, "a bean");
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(settings::check)
        .withMessage("my.namespace has no effect together with a bean; remove one of them");
  }
}
