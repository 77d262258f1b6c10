package io.snowbraid.server.internal.resp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTest {

  private static Command find(String name) {
    byte[] bytes = ("..." + name + ".").getBytes(ISO_8859_1);
    return Command.find(bytes, 3, 3 + name.length());
  }

  @ParameterizedTest
  @EnumSource
  void nameIsFoundInUpperAndLowerCase(Command command) {
    assertThat(find(command.name())).isEqualTo(command);
    assertThat(find(command.name().toLowerCase(Locale.ROOT))).isEqualTo(command);
    assertThat(find(command.name().charAt(0) + command.lowerCase().substring(1)))
        .isEqualTo(command);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "GE", "GETIDS", "GETI", "XGETID", "MGETID\0", "\0GETID", "DECODEIDS"})
  void otherNamesAreNotFound(String name) {
    assertThat(find(name)).isNull();
  }

  @Test
  void arityIsExactOrTheLeast() {
    assertThat(Command.GETID.accepts(1)).isTrue();
    assertThat(Command.GETID.accepts(2)).isFalse();
    assertThat(Command.CLIENT.accepts(1)).isFalse();
    assertThat(Command.CLIENT.accepts(2)).isTrue();
    assertThat(Command.CLIENT.accepts(3)).isTrue();
  }
}
