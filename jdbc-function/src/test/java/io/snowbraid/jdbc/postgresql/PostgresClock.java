package io.snowbraid.jdbc.postgresql;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Steps the clock that the functions see, by moving everything that they store about the time the
 * other way.
 */
record PostgresClock(PostgresServer.Database database) {

  private static final String SHIFT =
      """
      CREATE OR REPLACE FUNCTION pg_temp.shift(name text, by bigint) RETURNS void LANGUAGE plpgsql AS
      $$ DECLARE last bigint; least bigint; BEGIN
        IF to_regclass('snowbraid_public.' || name) IS NULL THEN RETURN; END IF;
        EXECUTE format('SELECT last_value FROM snowbraid_public.%I', name) INTO last;
        SELECT seqmin INTO least FROM pg_sequence WHERE seqrelid = ('snowbraid_public.' || name)::regclass;
        PERFORM setval(('snowbraid_public.' || name)::regclass, greatest(last + by, least));
      END $$;
      CREATE OR REPLACE FUNCTION pg_temp.step_floors(millis bigint) RETURNS void LANGUAGE plpgsql AS
      $$ BEGIN
        IF EXISTS (SELECT FROM unnest(snowbraid_public.floors()) ms WHERE ms > 0) THEN
          PERFORM snowbraid_public.set_home(snowbraid_public.home_worker(),
            (SELECT array_agg(ms - millis ORDER BY n) FROM unnest(snowbraid_public.floors()) WITH ORDINALITY f(ms, n)));
        END IF;
      END $$;
      CREATE OR REPLACE FUNCTION pg_temp.step(millis bigint) RETURNS void LANGUAGE plpgsql AS
      $$ BEGIN
        PERFORM pg_temp.shift('lane_' || lane, -millis << 22), pg_temp.shift('draw_' || lane, -millis << 22)
          FROM generate_series(0, 3) lane;
        PERFORM pg_temp.shift('planned', -millis << 2), pg_temp.shift('granted', -millis << 2);
        PERFORM pg_temp.shift('reading', -millis), pg_temp.shift('seen', -millis);
        IF to_regprocedure('snowbraid_public.floors()') IS NOT NULL THEN
          PERFORM pg_temp.step_floors(millis);
        END IF;
      END $$;
      CREATE OR REPLACE FUNCTION pg_temp.read_and_step(millis bigint) RETURNS bigint LANGUAGE plpgsql AS
      $$ DECLARE
        clock CONSTANT text := pg_get_functiondef('snowbraid_public.clock_ms'::regproc);
        lane bigint;
      BEGIN
        EXECUTE format('CREATE OR REPLACE FUNCTION snowbraid_public.clock_ms() RETURNS bigint LANGUAGE sql RETURN %s', snowbraid_public.clock_ms());
        PERFORM snowbraid_public.advance(1, true);
        PERFORM pg_temp.step(millis);
        lane := snowbraid_public.advance(0, true);
        EXECUTE clock;
        RETURN lane;
      END $$;
      """;

  /**
   * Lets the clock stand still.
   *
   * @return the statement that lets it go on
   */
  String stop() throws SQLException {
    String moving =
        database
            .query(String.class, "SELECT pg_get_functiondef('snowbraid_public.clock_ms'::regproc)")
            .get(0);
    long now = database.query(Long.class, "SELECT snowbraid_public.clock_ms()").get(0);
    database.run(
        "CREATE OR REPLACE FUNCTION snowbraid_public.clock_ms() RETURNS bigint LANGUAGE sql RETURN "
            + now);
    return moving;
  }

  void step(long millis) throws SQLException {
    call("SELECT NULL::bigint FROM pg_temp.step(" + millis + ")");
  }

  /**
   * Lets the functions read the clock, steps it, and lets them read it again. It stands still
   * meanwhile, so that no pause makes up for the step.
   *
   * @return the rollback number in use; null if they would have to wait
   */
  Long readAndStep(long millis) throws SQLException {
    return call("SELECT pg_temp.read_and_step(" + millis + ")");
  }

  private Long call(String sql) throws SQLException {
    try (Connection connection = database.open()) {
      PostgresServer.run(connection, SHIFT);
      return PostgresServer.query(connection, Long.class, sql).get(0);
    }
  }
}
