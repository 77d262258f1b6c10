-- Snowbraid's SQL functions for PostgreSQL 14 and later, in the current schema; what they are made of in a schema beside it.
-- One statement: it takes effect as a whole or not at all, may be run again, and by several sessions at once.
-- Callers need USAGE on the current schema, and nothing else.
DO $snowbraid$
DECLARE
  _path    CONSTANT text := current_setting('search_path');
  _schema  CONSTANT text := current_schema();
  _inner   CONSTANT text := 'snowbraid_' || _schema;
  _table   regclass;
  _layout  text;
  _worker  integer;
  _ticks   text;
  _tick    bigint;
  _found   record;
  _names   CONSTANT text[] := '{next_snowflake,next_snowflakes,snowflake_time,snowflake_rollback,snowflake_timeline,snowflake_worker,snowflake_sequence}';
BEGIN
  IF _schema IS NULL OR octet_length(_inner) > 63 THEN
    RAISE EXCEPTION 'the current schema must exist, and have a name of at most 53 bytes: schema=%', _schema
      USING ERRCODE = '3F000', HINT = 'Set search_path.';
  END IF;
  PERFORM pg_advisory_xact_lock(4923170356219485);               -- installers take turns
  IF to_regclass(${table}) IS NULL THEN
    ${table_ddl};
  END IF;
  _table := ${table}::regclass;
  FOR _found IN SELECT oid::regprocedure AS name FROM pg_proc
      WHERE pronamespace = quote_ident(_schema)::regnamespace AND proname = ANY (_names)
        AND coalesce(obj_description(oid, 'pg_proc'), '') NOT LIKE 'Snowbraid functions %' LOOP
    RAISE EXCEPTION 'name must be free or mean our function: %', _found.name USING ERRCODE = '42723', HINT = 'Drop it first.';
  END LOOP;
  IF to_regnamespace(quote_ident(_inner)) IS NULL THEN
    EXECUTE format('CREATE SCHEMA %I', _inner);
  ELSIF (SELECT pg_get_userbyid(nspowner) <> current_user FROM pg_namespace WHERE nspname = _inner) THEN
    RAISE EXCEPTION 'schema must be our own: schema=%, its owner=%', _inner, (SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = _inner)
      USING ERRCODE = '42501', HINT = 'Install as that role.';
  END IF;
  -- pg_catalog comes first unless it is named, temporary objects come last: names below mean what they seem to mean
  PERFORM set_config('search_path', quote_ident(_inner) || ', pg_temp', true);

  IF to_regclass('node') IS NULL THEN
    ${state}
  END IF;

  SELECT * INTO STRICT _found FROM node;
  IF _found.namespace <> ${namespace} THEN
    RAISE EXCEPTION 'the functions of a schema issue ids of one namespace: schema=%, its namespace=%, namespace=%', _schema, _found.namespace, ${namespace}
      USING ERRCODE = '55000', HINT = 'Install them in another schema.';
  END IF;

  CREATE OR REPLACE FUNCTION clock_ms() RETURNS bigint LANGUAGE sql VOLATILE PARALLEL SAFE
    RETURN floor(date_part('epoch', clock_timestamp()) * 1000)::bigint - ${epoch};

  CREATE OR REPLACE FUNCTION lane_ms(v bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (v >> 20) & 2199023255551;

  -- Moves the lane to a millisecond that is not used up, or past a number of them, and gives the first of those.
  -- Null: wait for the clock. -1: another session is at it, and this one was not to wait for that.
  -- The subtransaction always aborts: that frees the lock at once and on every path, and setval stays, for it is not transactional.
  CREATE OR REPLACE FUNCTION advance(span integer, patient boolean) RETURNS bigint LANGUAGE plpgsql VOLATILE
  SET search_path FROM CURRENT AS $f$
  DECLARE
    v bigint; rb bigint; ms bigint; now_ms bigint; first bigint; other record; recovered boolean;
  BEGIN
    IF patient THEN
      LOCK TABLE node IN SHARE ROW EXCLUSIVE MODE;
    ELSE
      LOCK TABLE node IN SHARE ROW EXCLUSIVE MODE NOWAIT;
    END IF;
    SELECT last_value INTO STRICT v FROM current_lane;
    now_ms := clock_ms();
    rb := v >> 61;
    ms := lane_ms(v);
    recovered := pg_relation_size('not_recovered') = 0;
    IF recovered THEN
      ms := greatest(ms, now_ms) + 10000;                          -- nobody knows how far: let it rest
    END IF;
    IF ms > now_ms + 2016 OR ms < now_ms - 1000 THEN
      -- the clock stepped: of the other lanes take the one that stands latest without being past now
      SELECT r, last_ms INTO other FROM (VALUES
          (0, (SELECT last_value FROM lane_0)), (1, (SELECT last_value FROM lane_1)),
          (2, (SELECT last_value FROM lane_2)), (3, (SELECT last_value FROM lane_3))) lane(r, last_ms)
        WHERE r <> rb AND last_ms < now_ms AND (ms > now_ms OR last_ms > ms) ORDER BY last_ms DESC, r LIMIT 1;
      IF found THEN
        PERFORM setval(('lane_' || rb)::regclass, ms);
        rb := other.r;
        ms := other.last_ms;
        v := 2047;                                                 -- used up
      ELSIF ms > now_ms THEN
        RAISE EXCEPTION 'a rollback number must stand behind the clock: all four are ahead, after steps back of the clock or crashes, this one by % ms', ms - now_ms
          USING ERRCODE = '55000', HINT = 'Wait, or set the clock right.';
      END IF;
    END IF;
    IF span = 0 AND (v & 1048575) < 2047 AND ms BETWEEN now_ms - 7 AND now_ms + 1016 THEN
      first := v;                                                  -- another session was faster
      RAISE SQLSTATE 'SB000';
    END IF;
    ms := greatest(ms + 1, now_ms);
    IF ms + span > now_ms + 1016 THEN
      RAISE SQLSTATE 'SB000';
    END IF;
    IF ms + span > 2199023255551 THEN
      RAISE EXCEPTION 'the clock must stand before the end of the layout: milliseconds since its epoch=%', ms USING ERRCODE = '55000';
    END IF;
    -- a millisecond starts at a random point of the lower half of the sequence
    first := (rb << 61) | (ms << 20) | floor(random() * 1024)::bigint;
    IF span > 0 THEN
      PERFORM setval('current_lane', (rb << 61) | ((ms + span - 1) << 20) | 2047);
    ELSE
      PERFORM setval('current_lane', first, false);
    END IF;
    IF recovered THEN
      INSERT INTO not_recovered VALUES (true);                     -- the row goes, its page stays
    END IF;
    RAISE SQLSTATE 'SB000';
  EXCEPTION
    WHEN SQLSTATE 'SB000' THEN
      RETURN first;
    WHEN lock_not_available THEN
      IF patient THEN RAISE; END IF;
      RETURN -1;
  END $f$;

  -- The sequence to draw from, if this server may. Declared immutable so that each session asks once, when it plans its first call:
  -- no session outlives a crash, and one that saw a replica promoted could not draw before.
  CREATE OR REPLACE FUNCTION open_lane() RETURNS regclass LANGUAGE plpgsql IMMUTABLE
  SET search_path FROM CURRENT AS $f$
  DECLARE home node;
  BEGIN
    IF pg_is_in_recovery() THEN
      RAISE EXCEPTION 'ids are issued by the primary server: this one is a replica' USING ERRCODE = '25006';
    END IF;
    SELECT * INTO STRICT home FROM node;
    IF home.relation <> 'node'::regclass::oid
        OR home.database <> (SELECT oid FROM pg_database WHERE datname = current_database())
        OR home.system <> (SELECT system_identifier FROM pg_control_system()) THEN
      RAISE EXCEPTION 'a copy of a database must not issue the ids of the original: worker=% of namespace=% belongs to the original', home.worker, home.namespace
        USING ERRCODE = '55000', HINT = format(
          'If the original is gone for good: SELECT %1$I.adopt(). If not: DROP SCHEMA %1$I CASCADE, install the functions with another namespace, and set the defaults of columns again.',
          current_schema());
    END IF;
    IF pg_relation_size('not_recovered') = 0 THEN
      PERFORM advance(0, true);
    END IF;
    RETURN 'current_lane';
  END $f$;

  -- As advance(), but waits while ids lead the clock by a second.
  CREATE OR REPLACE FUNCTION move(span integer, patient boolean) RETURNS bigint LANGUAGE plpgsql VOLATILE
  SET search_path FROM CURRENT AS $f$
  DECLARE first bigint;
  BEGIN
    FOR attempt IN 1 .. 300 LOOP
      first := advance(span, patient);
      IF first IS NOT NULL THEN RETURN first; END IF;
      PERFORM pg_sleep(0.01);
    END LOOP;
    RAISE EXCEPTION 'the clock must move on: for seconds the ids have led it by one, now by % ms',
      (SELECT lane_ms(last_value) FROM current_lane) - clock_ms() USING ERRCODE = '55000';
  END $f$;

  -- Another value in place of one that is not fresh; the same, if it is just late and another session moves the lane already.
  CREATE OR REPLACE FUNCTION settle(v bigint) RETURNS bigint LANGUAGE plpgsql VOLATILE
  SET search_path FROM CURRENT AS $f$
  DECLARE
    lane regclass := open_lane();
    late boolean := (v & 1046528) = 0 AND clock_ms() - lane_ms(v) BETWEEN 0 AND 1000;
  BEGIN
    FOR attempt IN 1 .. 300 LOOP
      IF move(0, NOT late) = -1 THEN RETURN v; END IF;
      v := nextval(lane);
      IF (v & 1046528) = 0 THEN RETURN v; END IF;
      late := false;                                             -- others used the millisecond up
    END LOOP;
    RAISE EXCEPTION 'a millisecond must have an id left: others were faster, 300 times' USING ERRCODE = '55000';
  END $f$;

  -- What all ids of a session have in common: PostgreSQL's own timeline, for a promoted replica must issue other ids than the server
  -- it came from, and the worker. Immutable in the same sense as open_lane().
  CREATE OR REPLACE FUNCTION own_bits() RETURNS bigint LANGUAGE sql IMMUTABLE
    RETURN (SELECT ((strpos('123456789ABCDEF', substr(pg_walfile_name(pg_current_wal_insert_lsn()), 8, 1))::bigint & 3) << 18) | (worker << 11) FROM node);

  CREATE OR REPLACE FUNCTION take() RETURNS bigint LANGUAGE sql VOLATILE
    RETURN nextval(open_lane());

  -- Whether k fits into the sequence, and the millisecond stands at most 7 behind the clock and 1016 before it. One comparison, and
  -- the clock rounded where clock_ms() cuts: this is the only one that each call makes.
  CREATE OR REPLACE FUNCTION is_fresh(v bigint) RETURNS boolean LANGUAGE sql VOLATILE
    RETURN (((date_part('epoch', clock_timestamp()) * 1000)::bigint - (${epoch} - 1016) - lane_ms(v)) & -1024) | (v & 1046528) = 0;

  CREATE OR REPLACE FUNCTION pack(v bigint) RETURNS bigint LANGUAGE sql IMMUTABLE
    RETURN (lane_ms(v) << 22) + ((v >> 61) << 20) + (v & 2047) + own_bits();

  -- Names its functions in full and has no operator: so it needs no search_path of its own, which would double its time.
  EXECUTE format($f$
    CREATE OR REPLACE FUNCTION next_id() RETURNS bigint LANGUAGE plpgsql VOLATILE SECURITY DEFINER AS $b$
    DECLARE v bigint := %1$I.take();
    BEGIN
      IF %1$I.is_fresh(v) THEN RETURN %1$I.pack(v); END IF;
      RETURN %1$I.pack(%1$I.settle(v));
    END $b$;
    $f$, _inner);

  CREATE OR REPLACE FUNCTION refuse(id bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $f$
  BEGIN
    RAISE EXCEPTION 'id must be in [0, 9223372036854775807]: id=%', id USING ERRCODE = '22023';
  END $f$;
  CREATE OR REPLACE FUNCTION checked(id bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN id < 0 THEN refuse(id) ELSE id END;
  GRANT EXECUTE ON FUNCTION next_id(), refuse(bigint) TO PUBLIC;   -- within reach of the functions below alone

  -- declares this database the heir of the one that it is a copy of
  CREATE OR REPLACE FUNCTION adopt() RETURNS void LANGUAGE sql VOLATILE
  BEGIN ATOMIC
    UPDATE node SET relation = 'node'::regclass, system = (SELECT system_identifier FROM pg_control_system()),
      database = (SELECT oid FROM pg_database WHERE datname = current_database());
  END;

  EXECUTE format($f$
    CREATE OR REPLACE FUNCTION %1$I.next_snowflake() RETURNS bigint LANGUAGE sql VOLATILE
      RETURN next_id();

    CREATE OR REPLACE FUNCTION %1$I.next_snowflakes(n bigint) RETURNS TABLE (id bigint) LANGUAGE plpgsql VOLATILE
    SECURITY DEFINER SET search_path FROM CURRENT AS $b$
    DECLARE rest bigint := n; part bigint; base bigint; skip bigint;
    BEGIN
      IF n IS NULL OR n < 0 OR n > ${max_ids} THEN
        RAISE EXCEPTION 'number of ids must be in [0, ${max_ids}]: n=%%', n USING ERRCODE = '22023';
      END IF;
      PERFORM open_lane();
      IF n < 256 THEN                                              -- a millisecond of their own would be a waste
        RETURN QUERY SELECT next_id() FROM generate_series(1, n);
        RETURN;
      END IF;
      WHILE rest > 0 LOOP
        part := least(rest, 131072);                               -- 64 ms
        base := pack(move(((part + 2047) / 2048)::integer, true)) & ~2047::bigint;
        skip := floor(random() * (2049 - (part & 2047)))::bigint;   -- the last millisecond is not used up: spread it, too
        RETURN QUERY SELECT base + ((g >> 11) << 22) + (g & 2047) + CASE WHEN g < (part & ~2047::bigint) THEN 0 ELSE skip END
          FROM generate_series(0, part - 1) g;
        rest := rest - part;
      END LOOP;
    END $b$;

    CREATE OR REPLACE FUNCTION %1$I.snowflake_time(id bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN to_timestamp(((checked(id) >> 22) + ${epoch}) / 1000.0::double precision);
    CREATE OR REPLACE FUNCTION %1$I.snowflake_rollback(id bigint) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN ((checked(id) >> 20) & 3)::integer;
    CREATE OR REPLACE FUNCTION %1$I.snowflake_timeline(id bigint) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN ((checked(id) >> 18) & 3)::integer;
    CREATE OR REPLACE FUNCTION %1$I.snowflake_worker(id bigint) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN ((checked(id) >> 11) & 127)::integer;
    CREATE OR REPLACE FUNCTION %1$I.snowflake_sequence(id bigint) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN (checked(id) & 2047)::integer;
    $f$, _schema);
  FOR _found IN SELECT oid::regprocedure AS name FROM pg_proc
      WHERE pronamespace = quote_ident(_schema)::regnamespace AND proname = ANY (_names) LOOP
    EXECUTE format('COMMENT ON FUNCTION %s IS %L', _found.name, ${marker});
  END LOOP;
  PERFORM set_config('search_path', _path, true);
END $snowbraid$;
