package io.snowbraid.jdbc.derby;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DerbyDialectTest {

  /** In Berlin, summer time ends at 01:00 UTC on that day, and the hour from 2 to 3 is repeated. */
  @ParameterizedTest
  @CsvSource({
    // local time, clock of the machine, what it means
    "2026-10-25T01:59:59, 2026-10-25T00:00:00Z, 2026-10-24T23:59:59Z",
    "2026-10-25T02:00:00, 2026-10-25T00:00:01Z, 2026-10-25T00:00:00Z",
    "2026-10-25T02:30:00, 2026-10-25T00:29:00Z, 2026-10-25T00:30:00Z",
    "2026-10-25T02:59:59, 2026-10-25T00:59:59Z, 2026-10-25T00:59:59Z",
    "2026-10-25T02:00:00, 2026-10-25T01:00:00Z, 2026-10-25T01:00:00Z",
    "2026-10-25T02:30:00, 2026-10-25T01:31:00Z, 2026-10-25T01:30:00Z",
    "2026-10-25T02:30:00, 2026-10-26T00:00:00Z, 2026-10-25T01:30:00Z",
    "2026-10-25T03:00:00, 2026-10-25T02:00:00Z, 2026-10-25T02:00:00Z",
    "2026-03-29T02:30:00, 2026-03-29T01:30:00Z, 2026-03-29T01:30:00Z",
    "2026-07-01T12:00:00, 2000-01-01T00:00:00Z, 2026-07-01T10:00:00Z",
  })
  void repeatedHourMeansTheInstantNearerToTheClock(
      LocalDateTime local, Instant clock, Instant meant) {
    assertThat(DerbyDialect.nearest(local, ZoneId.of("Europe/Berlin"), clock)).isEqualTo(meant);
  }
}
