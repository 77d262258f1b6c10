package io.snowbraid.server.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowbraid.segment.SegmentSource;
import io.snowbraid.segment.UnknownTagException;
import org.junit.jupiter.api.Test;

class LimitedTagsTest {

  private final SegmentSource source = SegmentSource.inMemory();

  @Test
  void unknownTagIsAnErrorUntilItIsCreated() {
    SegmentSource limited = new LimitedTags(source, false, 10);
    assertThatExceptionOfType(UnknownTagException.class)
        .isThrownBy(() -> limited.draw("orders", 1));
    assertThat(source.tags()).isEmpty();
    assertThat(limited.create("orders", 5)).isTrue();
    assertThat(limited.create("orders", 7)).isFalse();
    assertThat(limited.draw("orders", 1).first()).isEqualTo(5);
    assertThat(limited.draw("orders", 1).first()).isEqualTo(6);
  }

  @Test
  void noMoreTagsThanTheMaximumAreCreated() {
    SegmentSource limited = new LimitedTags(source, true, 3);
    for (String tag : new String[] {"a", "b", "c"}) {
      assertThat(limited.draw(tag, 1).first()).isEqualTo(1);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> limited.draw("d", 1))
        .withMessage(
            "number of tags must not exceed max-tags: max-tags=3, tag=d; use an existing tag, or"
                + " increase max-tags");
    assertThatIllegalArgumentException().isThrownBy(() -> limited.create("d", 1));
    assertThat(limited.draw("a", 1).first()).isEqualTo(2);
    assertThat(source.tags()).containsExactly("a", "b", "c");
  }

  @Test
  void tagsOfOtherServersCount() {
    assertThat(source.create("x", 1)).isTrue();
    assertThat(source.create("y", 1)).isTrue();
    SegmentSource limited = new LimitedTags(source, true, 2);
    assertThatIllegalArgumentException().isThrownBy(() -> limited.draw("z", 1));
    assertThat(limited.draw("y", 1).first()).isEqualTo(1);
  }
}
