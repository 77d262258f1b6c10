package io.snowbraid.testkit;

import io.snowbraid.layout.IdParts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Provides default-layout ids with their fields, computed independently of this code. All decoders
 * in Java and SQL must agree with them.
 */
public final class GoldenIds {

  /** An id and its fields. */
  public record Golden(long id, IdParts parts) {

    private static Golden of(String line) {
      String[] values = line.split(",", -1);
      return new Golden(
          Long.parseLong(values[0]),
          new IdParts(
              Instant.parse(values[1]),
              Integer.parseInt(values[2]),
              Integer.parseInt(values[3]),
              Integer.parseInt(values[4]),
              Integer.parseInt(values[5]),
              0));
    }
  }

  private GoldenIds() {}

  public static List<Golden> all() throws IOException {
    try (BufferedReader file =
            new BufferedReader(
                new InputStreamReader(
                    GoldenIds.class.getResourceAsStream("golden-ids.csv"),
                    StandardCharsets.UTF_8));
        Stream<String> lines = file.lines()) {
      return lines.skip(1).map(Golden::of).toList();
    }
  }
}
