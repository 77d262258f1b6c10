package io.snowbraid.jdbc;

import java.sql.SQLException;

/** Steps the clock that the functions see: moves all that they know of the time the other way. */
record PostgresClock(PostgresServer.Database database) {

  void step(long millis) throws SQLException {
    for (int lane = 0; lane < 4; lane++) {
      shift("lane_" + lane, -millis << 22);
    }
    shift("planned", -millis << 2);
    shift("granted", -millis << 2);
    shift("reading", -millis);
  }

  private void shift(String sequence, long difference) throws SQLException {
    database.run(
        "SELECT setval('snowbraid_public.%1$s', greatest(last_value + %2$d, seqmin)) FROM"
                .formatted(sequence, difference)
            + " snowbraid_public.%1$s, pg_sequence WHERE seqrelid =".formatted(sequence)
            + " 'snowbraid_public.%1$s'::regclass".formatted(sequence));
  }
}
