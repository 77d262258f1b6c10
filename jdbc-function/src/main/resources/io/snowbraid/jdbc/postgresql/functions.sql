-- Creates Snowbraid's SQL functions for PostgreSQL 14 and later in the current schema, and the objects that they use in a second schema.
-- This is one statement: it takes effect as a whole or not at all. It may be run again, and by several sessions at once.
-- Callers need only USAGE on the current schema.
DO $snowbraid$
DECLARE
  _path    CONSTANT text := pg_catalog.current_setting('search_path'::text);
  _schema  CONSTANT text := pg_catalog.current_schema();
  _inner   text;
  _table   regclass;
  _layout  text;
  _worker  integer;
  _ticks   text;
  _found   record;
  _names   CONSTANT text[] := '{next_snowflake,next_snowflakes,snowflake_time,snowflake_rollback,snowflake_timeline,snowflake_worker,snowflake_sequence,snowflake_parts,snowflake_min_id,snowflake_max_id}';
  _known   oid[];
BEGIN
  -- Others may create functions and operators in the schemas of the caller's path, so it applies only where the worker table is looked up.
  PERFORM pg_catalog.set_config('search_path'::text, 'pg_catalog, pg_temp'::text, true);
  _inner := 'snowbraid_' || _schema;
  IF _schema IS NULL OR octet_length(_inner) > 63 THEN
    RAISE EXCEPTION 'current schema must exist and have a name of at most 53 bytes, but is %', _schema
      USING ERRCODE = '3F000', HINT = 'Set search_path.';
  END IF;
  ${turn}
  PERFORM set_config('search_path', _path, true);
  _table := pg_catalog.to_regclass(${table}::text);
  PERFORM pg_catalog.set_config('search_path'::text, 'pg_catalog, pg_temp'::text, true);
  SELECT string_agg(oid::regclass::text, ', ') AS names INTO _found FROM pg_class
   WHERE relname = ${table_name} AND relkind IN ('r', 'p') AND oid IS DISTINCT FROM _table AND NOT ${is_qualified};
  IF _found.names IS NOT NULL THEN
    RAISE EXCEPTION 'a database must have only one worker table, but besides % there is %', coalesce(_table::text, ${table}), _found.names
      USING ERRCODE = '55000', HINT = 'Two tables lease the same worker twice. Name the table with its schema, and create a second one only if its ids cannot collide with those of the first.';
  END IF;
  IF _table IS NULL THEN
    PERFORM set_config('search_path', _path, true);
    ${table_ddl};
    _table := pg_catalog.to_regclass(${table}::text);
    PERFORM pg_catalog.set_config('search_path'::text, 'pg_catalog, pg_temp'::text, true);
  END IF;
  FOR _found IN SELECT oid::regprocedure AS name FROM pg_proc
      WHERE pronamespace = quote_ident(_schema)::regnamespace AND proname = ANY (_names)
        AND coalesce(obj_description(oid, 'pg_proc'), '') NOT LIKE 'Snowbraid functions %' LOOP
    RAISE EXCEPTION 'function % already exists', _found.name USING ERRCODE = '42723', HINT = 'Drop it first.'; END LOOP; FOR _found IN SELECT oid::regprocedure AS name, pg_get_userbyid(proowner) AS owner FROM pg_proc
      WHERE pronamespace = quote_ident(_schema)::regnamespace AND proname = ANY (_names) AND NOT pg_has_role(proowner, current_user, 'USAGE') LOOP
    RAISE EXCEPTION 'owner of function % has fewer rights than the installing role, and could replace its code: owner=%, installing role=%', _found.name, _found.owner, current_user
      USING ERRCODE = '42501', HINT = 'Drop the function first, or install as its owner.';
  END LOOP;
  SELECT max((regexp_match(comment, '^Snowbraid functions (\d{1,9}) '))[1]::integer) AS number INTO _found
    FROM (SELECT obj_description(oid, 'pg_proc') AS comment FROM pg_proc
           WHERE pronamespace = quote_ident(_schema)::regnamespace AND proname = ANY (_names)
          UNION ALL SELECT obj_description(to_regnamespace(quote_ident(_inner)), 'pg_namespace')) marked;
  IF _found.number > ${version} THEN
    RAISE EXCEPTION 'functions of later version % must not be replaced by version %', _found.number, ${version}
      USING ERRCODE = '55000', HINT = 'Upgrade Snowbraid in this process.';
  END IF;
  IF to_regnamespace(quote_ident(_inner)) IS NULL THEN
    EXECUTE format('CREATE SCHEMA %I', _inner);
  ELSIF (SELECT pg_get_userbyid(nspowner) <> current_user FROM pg_namespace WHERE nspname = _inner) THEN
    RAISE EXCEPTION 'schema % belongs to another role, %', _inner, (SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = _inner)
      USING ERRCODE = '42501', HINT = 'Install as that role.';
  END IF;
  SELECT pg_describe_object(d.classid, d.objid, 0) AS name, pg_get_userbyid(o.refobjid) AS owner INTO _found
    FROM pg_depend d JOIN pg_shdepend o ON o.classid = d.classid AND o.objid = d.objid AND o.objsubid = 0 AND o.deptype = 'o'
      AND o.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
   WHERE d.refclassid = 'pg_namespace'::regclass AND d.refobjid = quote_ident(_inner)::regnamespace
     AND NOT pg_has_role(o.refobjid, current_user, 'USAGE') LIMIT 1;
  IF _found.name IS NOT NULL THEN
    RAISE EXCEPTION 'schema % must contain nothing of a role with fewer rights, but contains % of %', _inner, _found.name, _found.owner
      USING ERRCODE = '42501', HINT = 'Drop it first.';
  END IF;
  SELECT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(grantee) END AS name INTO _found
    FROM pg_namespace, aclexplode(nspacl) WHERE nspname = _inner AND privilege_type = 'CREATE'
     AND (grantee = 0 OR NOT pg_has_role(grantee, current_user, 'USAGE')) LIMIT 1;
  IF _found.name IS NOT NULL THEN
    RAISE EXCEPTION 'roles with fewer rights must not create objects in schema %, but % can', _inner, _found.name
      USING ERRCODE = '42501', HINT = format('REVOKE CREATE ON SCHEMA %I FROM %s.', _inner, _found.name);
  END IF;
  SELECT coalesce(array_agg(oid), '{}') INTO _known FROM pg_proc WHERE pronamespace = quote_ident(_schema)::regnamespace;
  -- pg_catalog is searched first because it is not named, and temporary objects last, so the names below cannot be redirected
  PERFORM set_config('search_path', quote_ident(_inner) || ', pg_temp', true);

  -- with the schema, because temporary objects of the session may have the same names
  IF to_regclass(quote_ident(_inner) || '.node') IS NULL THEN
    ${state}
  END IF;

  ${workers}

  ${lanes}

  IF NOT EXISTS (SELECT FROM node) THEN
    ${worker}
  END IF;
  PERFORM confirm_row();

  SELECT * INTO STRICT _found FROM node;
  IF _found.namespace <> ${namespace} THEN
    RAISE EXCEPTION 'functions of schema % issue ids of namespace %, not of %', _schema, _found.namespace, ${namespace}
      USING ERRCODE = '55000', HINT = 'Install in another schema.';
  END IF;
  IF _found.worker <> ALL ('${numbers}'::integer[]) THEN
    RAISE EXCEPTION 'worker of the functions must be one of %, but is %', ${share}, _found.worker
      USING ERRCODE = '55000', HINT = format('SELECT %I.adopt(worker), with one of these numbers that no other process or database uses; then install again.', _inner);
  END IF;

  -- Returns whether the functions were installed or adopted in this database, and not in one that it is a copy of.
  CREATE OR REPLACE FUNCTION is_home(home node) RETURNS boolean LANGUAGE sql STABLE
    RETURN home.relation IS NOT DISTINCT FROM 'node'::regclass::oid AND home.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND home.system = (SELECT system_identifier FROM pg_control_system());

  -- Returns the bits and the lane of the ids that this session draws now; fails if this server must not issue ids.
  CREATE OR REPLACE FUNCTION checked_bits() RETURNS bigint LANGUAGE plpgsql IMMUTABLE
  SET search_path FROM CURRENT AS $f$
  DECLARE home node;
  BEGIN
    IF pg_is_in_recovery() THEN
      RAISE EXCEPTION 'this server is a replica, and only the primary issues ids' USING ERRCODE = '25006', HINT = 'Connect to the primary.';
    END IF;
    SELECT * INTO home FROM node;
    IF home.worker IS NULL THEN
      RAISE EXCEPTION 'functions have no worker: table %.node is empty, as after a dump without data', current_schema()
        USING ERRCODE = '55000', HINT = 'Install the functions again: run their script.';
    END IF;
    IF NOT is_home(home) THEN
      RAISE EXCEPTION 'a copy of a database cannot issue ids of the original (worker % of namespace %)', home.worker, home.namespace
        USING ERRCODE = '55000', HINT = format('Choose a number that no other process or database uses, such as %2$s: SELECT %1$I.adopt(%2$s); or, if the original is gone for good: SELECT %1$I.adopt();',
          current_schema(), (home.worker + ${last_worker} - 1) % (${last_worker} + 1));
    END IF;
    IF NOT has_mark('alive') THEN
      PERFORM move(0, true);
    END IF;
    RETURN ((SELECT last_value & 3 FROM granted) << 20) | home_bits();
  END $f$;

  CREATE OR REPLACE FUNCTION lane_of(bits bigint) RETURNS regclass LANGUAGE sql IMMUTABLE
    RETURN lane_sequence((bits >> 20)::integer);
  -- the last id of a lane in a millisecond, plus ${max_lead} milliseconds, minus the time before the epoch
  CREATE OR REPLACE FUNCTION limit_of(bits bigint) RETURNS bigint LANGUAGE sql IMMUTABLE
    RETURN bits + 2047 - ((${epoch}::bigint - ${max_lead}) << 22);

  -- These are declared immutable so that each session evaluates them once, when it plans a call; the plans keep the results. Who changes a
  -- result invalidates the plans: late_id() those of its session when the lane is another, adopt() those of all sessions. No session survives
  -- a crash, and a session that was open while a replica was promoted could not draw ids before. They qualify all names
  -- and use no operators, so they need no search_path of their own.
  EXECUTE format($f$
    CREATE OR REPLACE FUNCTION own_bits() RETURNS bigint LANGUAGE plpgsql IMMUTABLE SECURITY DEFINER AS
      'BEGIN RETURN %1$I.checked_bits(); END';
    CREATE OR REPLACE FUNCTION own_lane() RETURNS regclass LANGUAGE plpgsql IMMUTABLE SECURITY DEFINER AS
      'BEGIN RETURN %1$I.lane_of(%1$I.own_bits()); END';
    CREATE OR REPLACE FUNCTION own_limit() RETURNS bigint LANGUAGE plpgsql IMMUTABLE SECURITY DEFINER AS
      'BEGIN RETURN %1$I.limit_of(%1$I.own_bits()); END';
    $f$, _inner);

  -- Returns an id to use instead of a value that is not fresh, which this session has just drawn; or the value itself, if it is only late and
  -- another session is already moving the lane. A session whose lane is no longer in use discards its plans, and so finds the new lane. The
  -- worker is asked for after each move, not taken from the caller's plan, which may be older than adopt().
  CREATE OR REPLACE FUNCTION late_id() RETURNS bigint LANGUAGE plpgsql VOLATILE
  SECURITY DEFINER SET search_path FROM CURRENT AS $f$
  DECLARE
    v CONSTANT bigint := lastval();
    late boolean := (v & 4192256) = own_bits() AND clock_ms() - (v >> 22) BETWEEN 0 AND 1000;
    lane bigint;
    drawn bigint;
  BEGIN
    FOR attempt IN 1 .. 300 LOOP
      lane := move(0, NOT late);
      IF lane = -1 THEN RETURN v; END IF;
      IF lane <> own_bits() >> 20 THEN
        DISCARD PLANS;
      END IF;
      drawn := nextval(lane_sequence(lane::integer));
      IF (drawn & 4192256) = (home_bits() | (lane << 20)) THEN RETURN drawn; END IF;
      late := false;                                             -- others used up the millisecond
    END LOOP;
    RAISE EXCEPTION 'no id was left in a millisecond in 300 attempts, because other sessions were faster' USING ERRCODE = '55000', HINT = 'Retry, or use NEXT_SNOWFLAKES(n).';
  END $f$;

  -- Reserves whole milliseconds for n ids, and returns the first id.
  CREATE OR REPLACE FUNCTION reserve(n bigint) RETURNS bigint LANGUAGE plpgsql VOLATILE
  SECURITY DEFINER SET search_path FROM CURRENT AS $f$
  BEGIN
    PERFORM own_bits();
    RETURN move(((n + 2047) / 2048)::integer, true);
  END $f$;

  CREATE OR REPLACE FUNCTION checked_number(n bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $f$
  BEGIN
    IF n IS NULL OR n < 0 OR n > ${max_ids} THEN
      RAISE EXCEPTION 'number of ids must be between 0 and ${max_ids}, but is %', n USING ERRCODE = '22023';
    END IF;
    RETURN n;
  END $f$;

  CREATE OR REPLACE FUNCTION refuse(id bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $f$
  BEGIN
    RAISE EXCEPTION 'id must be between 0 and 9223372036854775807, but is %', id USING ERRCODE = '22023';
  END $f$;
  CREATE OR REPLACE FUNCTION checked(id bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN id < 0 THEN refuse(id) ELSE id END;

  CREATE OR REPLACE FUNCTION refuse_time(at timestamptz) RETURNS bigint LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  SET timezone = 'UTC' SET datestyle = 'ISO' AS $f$
  BEGIN
    RAISE EXCEPTION 'time must be between ${first_instant} and ${last_instant}, but is %', at
      USING ERRCODE = '22023', HINT = 'No id has this time.';
  END $f$;
  -- The difference of two instants depends on no time zone, so all of this is immutable, and an infinite time never gets there.
  CREATE OR REPLACE FUNCTION ticks_of(at timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN at < to_timestamp(${epoch} / 1000) OR at >= to_timestamp((${epoch} + ${last_tick} + 1) / 1000.0) THEN refuse_time(at)
      ELSE floor(extract(epoch FROM at - to_timestamp(${epoch} / 1000)) * 1000)::bigint END;

  ${adopt}

  -- The functions of callers use these objects. Callers cannot name them; who knows the oid of a sequence can waste values but not set them.
  GRANT EXECUTE ON FUNCTION own_lane(), own_limit(), late_id(), reserve(bigint), checked_number(bigint), checked(bigint), refuse(bigint),
    ticks_of(timestamptz), refuse_time(timestamptz) TO PUBLIC;
  EXECUTE (SELECT format('GRANT USAGE ON SEQUENCE %s TO PUBLIC', string_agg(lane_sequence(lane)::text, ', ')) FROM generate_series(0, 3) lane);

  EXECUTE format($f$
    -- A value is an id if it has the session's bits, a sequence that fits, and a millisecond at most 7 before and 1016 after the clock.
    -- One subtraction and one mask, ~(1023 << 22 | 2047), check all of this. The clock is rounded here, but truncated in clock_ms(). The
    -- expression becomes part of the caller's statement, and planning costs time per node, so there are few, with literals of the right type.
    -- tstzrange_subdiff() returns exactly what date_part('epoch', ...) does, without parsing 'epoch' for each id.
    CREATE OR REPLACE FUNCTION %1$I.next_snowflake() RETURNS bigint LANGUAGE sql VOLATILE
      RETURN CASE WHEN (((tstzrange_subdiff(clock_timestamp(), timestamptz 'epoch') * float8 '1000')::bigint << 22) + own_limit() - nextval(own_lane())) & bigint '-4290775040' = bigint '0'
        THEN lastval() ELSE late_id() END;

    CREATE OR REPLACE FUNCTION %1$I.next_snowflakes(n bigint) RETURNS TABLE (id bigint) LANGUAGE sql VOLATILE
    BEGIN ATOMIC
      SELECT %1$I.next_snowflake() FROM generate_series(1, CASE WHEN checked_number(n) < 256 THEN n ELSE 0 END)
      UNION ALL
      SELECT base + ((i >> 11) << 22) + (i & 2047) + CASE WHEN i < last THEN 0 ELSE skip END
        FROM (SELECT reserve(n) AS base, n & ~2047::bigint AS last, floor(random() * (2049 - (n & 2047)))::bigint AS skip WHERE n >= 256 OFFSET 0) block,
          generate_series(0, n - 1) i;
    END;

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
    -- The time is formatted in UTC and without names of months, so the result depends on no setting.
    CREATE OR REPLACE FUNCTION %1$I.snowflake_parts(id bigint) RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN jsonb_build_object(
        'time', to_char(to_timestamp(((checked(id) >> 22) + ${epoch}) / 1000.0::double precision) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'rollback', (id >> 20) & 3, 'timeline', (id >> 18) & 3, 'worker', (id >> 11) & 127, 'sequence', id & 2047);
    CREATE OR REPLACE FUNCTION %1$I.snowflake_min_id(at timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN ticks_of(at) << 22;
    CREATE OR REPLACE FUNCTION %1$I.snowflake_max_id(at timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN (ticks_of(at) << 22) | 4194303;
    $f$, _schema);
  EXECUTE format('COMMENT ON SCHEMA %I IS %L', _inner, ${marker});
  FOR _found IN SELECT oid, oid::regprocedure AS name FROM pg_proc
      WHERE pronamespace = quote_ident(_schema)::regnamespace AND proname = ANY (_names) LOOP
    EXECUTE format('COMMENT ON FUNCTION %s IS %L', _found.name, ${marker});
    IF _found.oid <> ALL (_known) THEN                           -- once: a revoked privilege stays revoked
      EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO PUBLIC', _found.name);
    END IF;
  END LOOP;
  PERFORM set_config('search_path', _path, true);
END $snowbraid$;
