package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.layout.Layout;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class IdViewTest {

  @Test
  void fieldsAreThoseOfTheLayout() {
    long id = Layout.DEFAULT.encode(59_563_969_542L, 2, 1, 77, 721, 0);
    IdView view = IdView.of(id, Layout.DEFAULT);
    assertThat(view.fields())
        .extracting(IdView.Field::value)
        .containsExactly(0L, 59_563_969_542L, 2L, 1L, 77L, 721L);
    assertThat(view.fields())
        .extracting(field -> field.bits().length())
        .containsExactly(1, 41, 2, 2, 7, 11);
    assertThat(view.time()).isEqualTo("2026-11-21T09:32:49.542Z");
    assertThat(view.lane()).isEqualTo("timeline 1, rollback 2");
    assertThat(view.shard()).isEqualTo(721);
  }

  @Test
  void partsPutTheLaneTogetherAndNameItsValues() {
    long id = Layout.DEFAULT.encode(59_563_969_542L, 2, 1, 77, 721, 0);
    assertThat(IdView.of(id, Layout.DEFAULT).parts())
        .extracting(IdView.Part::label)
        .containsExactly(
            "sign",
            "time 2026-11-21 09:32:49",
            "lane: rollback 2, timeline 1",
            "worker 77",
            "sequence 721");
  }

  @Test
  void bitsOfAllFieldsAreTheId() {
    assertThat(bits(IdView.of(5, Layout.DEFAULT).fields())).isEqualTo("0".repeat(61) + "101");
    assertThat(bits(IdView.of(Long.MAX_VALUE, Layout.DEFAULT).fields()))
        .isEqualTo("0" + "1".repeat(63));
  }

  private static String bits(List<IdView.Field> fields) {
    return fields.stream().map(IdView.Field::bits).collect(Collectors.joining());
  }
}
