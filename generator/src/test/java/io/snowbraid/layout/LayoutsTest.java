package io.snowbraid.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayoutsTest {

  /** Returns all presets by name. */
  static Map<String, Layout> presets() {
    Map<String, Layout> presets = new LinkedHashMap<>();
    for (Field field : Layouts.class.getFields()) {
      presets.put(field.getName(), preset(field));
    }
    return presets;
  }

  private static Layout preset(Field field) {
    try {
      return (Layout) field.get(null);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void settingsMayNameAPresetInAnyCase() {
    presets()
        .forEach(
            (name, layout) -> {
              assertThat(Layout.parse(name)).isEqualTo(layout);
              assertThat(Layout.parse(" " + name.toLowerCase(Locale.ROOT) + " ")).isEqualTo(layout);
              assertThat(Layout.parse(name.replace('_', '-'))).isEqualTo(layout);
              assertThat(Layout.parse(layout.toString())).isEqualTo(layout);
            });
  }

  @Test
  void presetsAreAllDifferent() {
    assertThat(presets()).hasSize(7);
    assertThat(presets().values()).doesNotHaveDuplicates();
    assertThat(Layouts.DEFAULT).isSameAs(Layout.DEFAULT);
  }

  @ParameterizedTest
  @CsvSource({
    "DEFAULT,           128, 7168, 2094-09-07T15:47:35.551Z",
    "TWITTER,          1024, 2048, 2080-07-10T17:30:30.208Z",
    "UNIX_MILLIS,          256, 2048, 2248-09-26T15:10:22.207Z",
    "REDIS_SHARDED,             4,  256, 2154-05-14T23:35:11.103Z",
    "BAIDU_UID,           4194304, 4096, 2024-11-20T13:24:15.999Z",
    "DECIMAL,  100,    5, 2262-04-11T23:47:16.853Z",
    "JAVASCRIPT,         16,  224, 2094-09-07T15:47:35.551Z",
  })
  void presetHoldsWhatItsDocumentationSays(String name, int workers, long ids, Instant end) {
    Layout layout = presets().get(name);
    assertThat(layout.workers()).isEqualTo(workers);
    assertThat(layout.minIdsPerTick()).isEqualTo(ids);
    assertThat(layout.lastInstant()).isEqualTo(end);
  }

  @Test
  void documentationListsEachPreset() throws IOException {
    String page = Files.readString(Path.of("../docs/layouts.md"));
    presets()
        .forEach(
            (name, layout) ->
                assertThat(page)
                    .containsPattern("(?m)^\\| `" + name + "` \\|.*" + figures(layout)));
  }

  /** Returns the workers, the ids per tick and the last day. */
  private static String figures(Layout layout) {
    return String.format(
        Locale.ROOT,
        "\\| %,d \\| %,d \\| %s \\|",
        layout.workers(),
        layout.minIdsPerTick(),
        layout.lastInstant().atOffset(ZoneOffset.UTC).toLocalDate());
  }

  private static void requireId(Layout layout, long id, String time, int... fields) {
    IdParts parts = new IdParts(Instant.parse(time), 0, fields[0], fields[1], fields[2], fields[3]);
    assertThat(layout.decode(id)).isEqualTo(parts);
    long tick = TickConverter.of(layout, parts.time());
    assertThat(layout.encode(tick, 0, fields[0], fields[1], fields[2], fields[3])).isEqualTo(id);
  }

  /** The example used by many descriptions of the format: a tweet of Wikipedia from June 2022. */
  @Test
  void readsAnIdOfTwitter() {
    requireId(Layouts.TWITTER, 1541815603606036480L, "2022-06-28T16:07:40.105Z", 0, 378, 0, 0);
    requireId(Layouts.TWITTER, 0, "2010-11-04T01:42:54.657Z", 0, 0, 0, 0);
  }

  @Test
  void readsAnIdOfTheClearingSystem() {
    long id = 1613024787541L << 20 | 5L << 17 | 17L << 12 | 4095;
    requireId(Layouts.UNIX_MILLIS, id, "2021-02-11T06:26:27.541Z", 0, 5 * 32 + 17, 4095, 0);
  }

  @Test
  void readsADecimalIdOfTheClearingSystem() {
    requireId(Layouts.DECIMAL, 1613024787541981316L, "2021-02-11T06:26:27.541Z", 0, 81, 9, 316);
  }

  /** The source shifts the milliseconds since 1420041600000 by 21, and its fields by 19 and 10. */
  @Test
  void readsAnIdOfTheRedisGenerator() {
    long id = 1_000_000_007L << 21 | 3L << 19 | 511L << 10 | 1023;
    String time = Instant.ofEpochMilli(1420041600000L + 1_000_000_007).toString();
    requireId(Layouts.REDIS_SHARDED, id, time, 0, 3, 511, 1023);
  }

  /** The source shifts the seconds since 1463673600 by 35, and its worker by 13. */
  @Test
  void readsAnIdOfBaidu() {
    long id = 21_000_000L << 35 | 4_194_303L << 13 | 8191;
    String time = Instant.ofEpochSecond(1463673600L + 21_000_000).toString();
    requireId(Layouts.BAIDU_UID, id, time, 0, 4_194_303, 8191, 0);
  }

  /** The example in Baidu's manual has fields of other widths than the defaults. */
  @Test
  void readsAnIdOfBaiduWithOtherWidths() {
    Layout layout =
        Layout.parse("time=29,worker=21,sequence=13,epoch=2016-09-19T16:00:00Z,tick=PT1S");
    requireId(layout, 180363646902239241L, "2017-01-19T04:15:46Z", 0, 4, 9, 0);
  }

  @Test
  void javaScriptHoldsEachIdExactly() {
    Layout layout = Layouts.JAVASCRIPT;
    long largest = layout.maxId(layout.lastInstant());
    assertThat(largest).isEqualTo((1L << 53) - 1);
    assertThat((long) (double) largest).isEqualTo(largest);
    long id = 5L << 12 | 2 << 10 | 15 << 6 | 63;
    requireId(layout, id, "2025-01-01T00:00:00.005Z", 2, 15, 63, 0);
  }
}
