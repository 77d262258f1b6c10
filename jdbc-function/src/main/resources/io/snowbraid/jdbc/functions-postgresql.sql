-- Snowbraid's SQL functions for PostgreSQL 14 and later.
-- One statement: it takes effect as a whole or not at all, may be run again, and by several sessions at once.
-- Callers need GRANT USAGE ON SCHEMA ${schema}, and nothing else.
DO $snowbraid$
DECLARE
  _path    CONSTANT text := current_setting('search_path');
  _table   regclass;
  _layout  text;
  _ticks   text;
  _worker  integer;
  _tick    bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(4923170356219485);               -- installers take turns
  IF to_regclass('${table}') IS NULL THEN
    ${table_ddl};
  END IF;
  _table := to_regclass('${table}');
  PERFORM set_config('search_path', 'pg_catalog, pg_temp', true); -- names below mean what they seem to mean
  IF to_regnamespace('${schema}') IS NULL THEN
    CREATE SCHEMA ${schema};
  END IF;

  IF to_regclass('${schema}.node') IS NULL THEN
    -- a worker of its own, reserved for ever: no other generator of the namespace gets it
    EXECUTE format('INSERT INTO %s (namespace, worker, layout, owner, holder, fence, last_ticks, expires_at, seen_at)
        VALUES ($1, -1, $2, '''', '''', 0, $3, 0, 0) ON CONFLICT DO NOTHING', _table)
      USING '${namespace}', '${layout}', '${no_ticks}';
    EXECUTE format('SELECT layout FROM %s WHERE namespace = $1 AND worker = -1', _table)
      INTO _layout USING '${namespace}';
    IF _layout <> '${layout}' THEN
      RAISE EXCEPTION 'a namespace has one layout for ever: namespace=${namespace}, its layout=%, layout of the SQL functions=${layout}', _layout
        USING ERRCODE = '55000', HINT = 'Install the functions with another namespace.';
    END IF;
    -- the numbers from the top, for the others are taken from below: one that nobody ever held, else one that was given back
    FOR _attempt IN 1 .. 1000 LOOP
      EXECUTE format('INSERT INTO %1$s (namespace, worker, layout, owner, holder, fence, last_ticks, expires_at, seen_at)
          SELECT $1, w, $2, $3, '''', 1, $4, 9223372036854775807, floor(date_part(''epoch'', clock_timestamp()) * 1000)
            FROM generate_series(${last_worker}, 0, -1) w
           WHERE NOT EXISTS (SELECT FROM %1$s t WHERE t.namespace = $1 AND t.worker = w) LIMIT 1
          ON CONFLICT DO NOTHING RETURNING worker, last_ticks', _table)
        INTO _worker, _ticks
        USING '${namespace}', '${layout}', 'SQL functions of ' || current_database() || ', schema ${schema}', '${no_ticks}';
      EXIT WHEN _worker IS NOT NULL;
      EXECUTE format('UPDATE %1$s u SET owner = $2, holder = '''', fence = fence + 1, expires_at = 9223372036854775807,
             seen_at = floor(date_part(''epoch'', clock_timestamp()) * 1000)
           WHERE namespace = $1 AND expires_at = 0
             AND worker = (SELECT max(worker) FROM %1$s WHERE namespace = $1 AND worker >= 0 AND expires_at = 0)
          RETURNING worker, last_ticks', _table)
        INTO _worker, _ticks
        USING '${namespace}', 'SQL functions of ' || current_database() || ', schema ${schema}';
      EXIT WHEN _worker IS NOT NULL;
    END LOOP;
    IF _worker IS NULL THEN
      RAISE EXCEPTION 'a worker must be free: all of namespace=${namespace} in % are held', _table
        USING ERRCODE = '55000', HINT = 'Close generators, or install the functions with another namespace.';
    END IF;

    -- rollback(2) << 61 | millisecond(41) << 20 | k(20). A value is one id, if start(millisecond) + k fits into the sequence.
    -- nextval moves k, which 20 bits keep off the millisecond; advance() alone moves the rest, and only to where no id was issued.
    CREATE SEQUENCE ${schema}.cursor AS bigint MINVALUE 0 START 0 NO CYCLE CACHE 1;
    -- for each rollback number that is not in use the last millisecond on which ids may have been issued
    CREATE SEQUENCE ${schema}.lane_0 AS bigint MINVALUE -1 START -1;
    CREATE SEQUENCE ${schema}.lane_1 AS bigint MINVALUE -1 START -1;
    CREATE SEQUENCE ${schema}.lane_2 AS bigint MINVALUE -1 START -1;
    CREATE SEQUENCE ${schema}.lane_3 AS bigint MINVALUE -1 START -1;
    -- where the functions are at home: a copy of the database is somewhere else
    CREATE TABLE ${schema}.node (
      one boolean PRIMARY KEY DEFAULT true CHECK (one), worker integer NOT NULL,
      system bigint NOT NULL, database oid NOT NULL, relation oid NOT NULL);
    -- of no rows but one page, which a crash takes away: tells that the end of the WAL may be lost
    CREATE UNLOGGED TABLE ${schema}.no_crash_since (mark boolean) WITH (vacuum_truncate = off);
    EXECUTE format('CREATE FUNCTION ${schema}.own_worker() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN %s::bigint', _worker);
    INSERT INTO ${schema}.node (worker, system, database, relation)
      SELECT _worker, c.system_identifier, d.oid, '${schema}.node'::regclass
        FROM pg_control_system() c, pg_database d WHERE d.datname = current_database();
    INSERT INTO ${schema}.no_crash_since VALUES (true);
    -- ids of an earlier holder of the worker stay behind
    SELECT max(tick::bigint) INTO STRICT _tick FROM unnest(string_to_array(_ticks, ' ')) tick;
    PERFORM setval('${schema}.cursor', (greatest(_tick, 0) << 20) | 2047), setval('${schema}.lane_1', _tick),
      setval('${schema}.lane_2', _tick), setval('${schema}.lane_3', _tick);
  END IF;

  CREATE OR REPLACE FUNCTION ${schema}.now_ms() RETURNS bigint LANGUAGE sql VOLATILE PARALLEL SAFE
    RETURN floor(date_part('epoch', clock_timestamp()) * 1000)::bigint - ${epoch};

  -- PostgreSQL's own timeline: a promoted replica issues other ids than the server it came from
  CREATE OR REPLACE FUNCTION ${schema}.server_timeline() RETURNS bigint LANGUAGE sql VOLATILE
    RETURN ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 8, 1))::bit(4)::bigint & 3;

  CREATE OR REPLACE FUNCTION ${schema}.cursor_ms(v bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (v >> 20) & 2199023255551;

  -- where the sequence starts in a millisecond: spread over its lower half, then it walks up
  CREATE OR REPLACE FUNCTION ${schema}.cursor_sequence(v bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (((((v >> 20) & 1048575) * 2654435761) >> 22) & 1023) + (v & 1048575);

  CREATE OR REPLACE FUNCTION ${schema}.pack(v bigint, server_timeline bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (${schema}.cursor_ms(v) << 22) | ((v >> 61) << 20) | (server_timeline << 18) | (${schema}.own_worker() << 11) | ${schema}.cursor_sequence(v);

  CREATE OR REPLACE FUNCTION ${schema}.require_home(thorough boolean) RETURNS void LANGUAGE plpgsql VOLATILE
  SET search_path = pg_catalog, pg_temp AS $f$
  DECLARE home ${schema}.node;
  BEGIN
    SELECT * INTO STRICT home FROM ${schema}.node;
    IF home.relation <> '${schema}.node'::regclass::oid
        OR home.database <> (SELECT oid FROM pg_database WHERE datname = current_database())
        OR thorough AND home.system <> (SELECT system_identifier FROM pg_control_system()) THEN
      RAISE EXCEPTION 'a copy of a database must not issue the ids of the original: worker=% belongs to the original', home.worker
        USING ERRCODE = '55000',
          HINT = 'If the original is gone for good: SELECT ${schema}.adopt(). If not: DROP SCHEMA ${schema} CASCADE, and install the functions with another namespace.';
    END IF;
  END $f$;

  -- declares this database the heir of the one that it is a copy of
  CREATE OR REPLACE FUNCTION ${schema}.adopt() RETURNS void LANGUAGE plpgsql VOLATILE
  SET search_path = pg_catalog, pg_temp AS $f$
  BEGIN
    UPDATE ${schema}.node SET relation = tableoid,
      database = (SELECT oid FROM pg_database WHERE datname = current_database()),
      system = (SELECT system_identifier FROM pg_control_system());
  END $f$;

  -- Moves the cursor to a millisecond that is not used up, or past a number of them, and gives the first of those; null: try again later.
  -- The subtransaction always aborts: that frees the lock at once and on every path, and setval stays, for it is not transactional.
  CREATE OR REPLACE FUNCTION ${schema}.advance(span integer) RETURNS bigint LANGUAGE plpgsql VOLATILE
  SET search_path = pg_catalog, pg_temp AS $f$
  DECLARE
    v bigint; now_ms bigint; ms bigint; rb bigint; first bigint; other record; crashed boolean;
  BEGIN
    LOCK TABLE ${schema}.node IN SHARE ROW EXCLUSIVE MODE;
    SELECT last_value INTO STRICT v FROM ${schema}.cursor;
    now_ms := ${schema}.now_ms();
    ms := ${schema}.cursor_ms(v);
    rb := v >> 61;
    IF span = 0 AND ms BETWEEN now_ms - ${lag_ms} AND now_ms + 2100 AND ${schema}.cursor_sequence(v) < 2047 THEN
      RAISE SQLSTATE 'SB000';                                     -- another session was faster
    END IF;
    PERFORM ${schema}.require_home(ms < now_ms - 1000);
    crashed := pg_relation_size('${schema}.no_crash_since') = 0;
    IF crashed THEN
      -- what the cursor forgot leads the clock by a second at most, and the clock may have been set back by as much
      ms := greatest(ms, now_ms) + 2000;
    ELSIF span > 0 AND ms + span - now_ms BETWEEN 1001 AND 2100 + span THEN
      RAISE SQLSTATE 'SB000';
    END IF;
    IF ms < now_ms - 1000 OR ms > now_ms + 2100 AND NOT crashed THEN
      -- the clock stepped: of the other rollback numbers take the one that stands latest without being past now
      SELECT r, last_ms INTO other FROM (VALUES
          (0, (SELECT last_value FROM ${schema}.lane_0)), (1, (SELECT last_value FROM ${schema}.lane_1)),
          (2, (SELECT last_value FROM ${schema}.lane_2)), (3, (SELECT last_value FROM ${schema}.lane_3))) lane(r, last_ms)
        WHERE r <> rb AND last_ms < now_ms AND (last_ms > ms OR ms > now_ms) ORDER BY last_ms DESC, r LIMIT 1;
      IF found THEN
        PERFORM setval(('${schema}.lane_' || rb)::regclass, ms);
        rb := other.r;
        ms := other.last_ms;
      ELSIF ms > now_ms THEN
        RAISE EXCEPTION 'the clock must not fall behind the ids of all four rollback numbers: it is % ms behind', ms - now_ms
          USING ERRCODE = '55000', HINT = 'Wait, or set the clock right.';
      END IF;
    END IF;
    ms := greatest(ms + 1, now_ms);
    IF ms + span > 2199023255551 THEN
      RAISE EXCEPTION 'the clock must stand before the end of the layout: milliseconds since its epoch=%', ms USING ERRCODE = '55000';
    END IF;
    IF span > 0 THEN
      first := (rb << 61) | (ms << 20);
      PERFORM setval('${schema}.cursor', (rb << 61) | ((ms + span - 1) << 20) | 2047);
    ELSE
      PERFORM setval('${schema}.cursor', (rb << 61) | (ms << 20), false);
    END IF;
    IF crashed THEN
      INSERT INTO ${schema}.no_crash_since VALUES (true);         -- the row goes, its page stays
    END IF;
    RAISE SQLSTATE 'SB000';
  EXCEPTION WHEN SQLSTATE 'SB000' THEN
    RETURN first;
  END $f$;

  -- Waits until ids of a millisecond lead the clock by a second at most; false if the clock went back meanwhile.
  CREATE OR REPLACE FUNCTION ${schema}.await_clock(ms bigint) RETURNS boolean LANGUAGE plpgsql VOLATILE
  SET search_path = pg_catalog, pg_temp AS $f$
  DECLARE lead bigint;
  BEGIN
    FOR attempt IN 1 .. 500 LOOP
      lead := ms - ${schema}.now_ms();
      IF lead <= 1000 THEN RETURN true; END IF;
      IF lead > 2100 THEN RETURN false; END IF;
      PERFORM pg_sleep(0.01);
    END LOOP;
    RAISE EXCEPTION 'the clock must move on: for 5 s the ids have led it by % ms', lead USING ERRCODE = '55000';
  END $f$;

  CREATE OR REPLACE FUNCTION ${schema}.settle() RETURNS bigint LANGUAGE plpgsql VOLATILE
  SET search_path = pg_catalog, pg_temp AS $f$
  DECLARE v bigint;
  BEGIN
    LOOP
      PERFORM ${schema}.advance(0);
      v := nextval('${schema}.cursor');
      IF ${schema}.cursor_sequence(v) < 2048 AND ${schema}.await_clock(${schema}.cursor_ms(v)) THEN RETURN v; END IF;
    END LOOP;
  END $f$;

  CREATE OR REPLACE FUNCTION ${schema}.next_snowflake() RETURNS bigint LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $f$
  DECLARE
    v bigint := nextval('${schema}.cursor');
    lead bigint := ${schema}.cursor_ms(v) - ${schema}.now_ms();
  BEGIN
    IF lead < -${lag_ms} OR lead > 1000 OR ${schema}.cursor_sequence(v) > 2047 THEN v := ${schema}.settle(); END IF;
    RETURN ${schema}.pack(v, ${schema}.server_timeline());
  END $f$;

  CREATE OR REPLACE FUNCTION ${schema}.next_snowflakes(n bigint) RETURNS TABLE (id bigint) LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $f$
  DECLARE
    rest bigint := n; part bigint; v bigint; base bigint; tail bigint; skip bigint;
  BEGIN
    IF n IS NULL OR n < 0 OR n > ${max_ids} THEN
      RAISE EXCEPTION 'number of ids must be in [0, ${max_ids}]: n=%', n USING ERRCODE = '22023';
    END IF;
    IF n < 256 THEN                                               -- a millisecond of its own would be a waste
      RETURN QUERY SELECT ${schema}.next_snowflake() FROM generate_series(1, n);
      RETURN;
    END IF;
    WHILE rest > 0 LOOP
      part := least(rest, 131072);                                -- 64 ms
      v := NULL;
      FOR attempt IN 1 .. 1000 LOOP
        v := ${schema}.advance(((part + 2047) / 2048)::integer);
        EXIT WHEN v IS NOT NULL AND ${schema}.await_clock(${schema}.cursor_ms(v));
        PERFORM pg_sleep(0.005);
      END LOOP;
      IF v IS NULL THEN
        RAISE EXCEPTION 'the clock must move on: ids have led it by a second for 5 s' USING ERRCODE = '55000';
      END IF;
      base := ${schema}.pack(v, ${schema}.server_timeline()) & ~2047::bigint;
      tail := part - (part & 2047);
      skip := ${schema}.cursor_sequence(v) % (2049 - (part & 2047));
      RETURN QUERY SELECT base + ((g >> 11) << 22) + (g & 2047) + CASE WHEN g < tail THEN 0 ELSE skip END
        FROM generate_series(0::bigint, part - 1) g;
      rest := rest - part;
    END LOOP;
  END $f$;

  CREATE OR REPLACE FUNCTION ${schema}.refuse(id bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $f$
  BEGIN
    RAISE EXCEPTION 'id must be in [0, 9223372036854775807]: id=%', id USING ERRCODE = '22023';
  END $f$;
  CREATE OR REPLACE FUNCTION ${schema}.checked(id bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN id >= 0 THEN id ELSE ${schema}.refuse(id) END;
  CREATE OR REPLACE FUNCTION ${schema}.snowflake_time(id bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN to_timestamp(((${schema}.checked(id) >> 22) + ${epoch}) / 1000.0::double precision);
  CREATE OR REPLACE FUNCTION ${schema}.snowflake_rollback(id bigint) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ((${schema}.checked(id) >> 20) & 3)::integer;
  CREATE OR REPLACE FUNCTION ${schema}.snowflake_timeline(id bigint) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ((${schema}.checked(id) >> 18) & 3)::integer;
  CREATE OR REPLACE FUNCTION ${schema}.snowflake_worker(id bigint) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ((${schema}.checked(id) >> 11) & 127)::integer;
  CREATE OR REPLACE FUNCTION ${schema}.snowflake_sequence(id bigint) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (${schema}.checked(id) & 2047)::integer;

  COMMENT ON FUNCTION ${schema}.next_snowflake() IS '${marker}';
  REVOKE ALL ON FUNCTION ${schema}.adopt(), ${schema}.advance(integer), ${schema}.settle() FROM PUBLIC;
  PERFORM set_config('search_path', _path, true);
END $snowbraid$;

