-- Part of functions.sql: what an operator runs in a copy of a database, and what runs before the functions are removed.

-- The worker table may lack leases that were taken after the backup. So each worker starts after what such a holder may have been granted,
-- and a holder that is alive does not get its next grant, because the fence has moved. The original may claim the lanes and ticks that are left of
-- a worker that is reserved for ids of the past and for blocks, so its lanes are closed here for ever.
CREATE OR REPLACE FUNCTION forget_holders(home node, ms bigint) RETURNS void LANGUAGE plpgsql VOLATILE
SET search_path FROM CURRENT AS $f$
BEGIN
  EXECUTE format('INSERT INTO %s AS known (namespace, worker, layout, owner, holder, fence, last_ticks, expires_at, seen_at)
      SELECT $1, number, $2, '''', '''', 1000000, $3, 0, floor(date_part(''epoch'', clock_timestamp()) * 1000) FROM generate_series(0, ${last_worker}) number WHERE number <> $4
      ON CONFLICT (namespace, worker) DO UPDATE SET fence = known.fence + 1000000, last_ticks =
        (SELECT string_agg(CASE WHEN known.holder LIKE ''past %%'' THEN ''9223372036854775807'' ELSE greatest(tick::bigint, $5)::text END, '' '' ORDER BY n) FROM unnest(string_to_array(known.last_ticks, '' '')) WITH ORDINALITY t(tick, n))
        WHERE known.expires_at < 9223372036854775807 OR known.holder LIKE ''past %%''', home.workers)
    USING home.namespace, ${layout}, array_to_string(array_fill(ms, ARRAY[${lanes_per_worker}]), ' '), home.worker, ms;
END $f$;

CREATE OR REPLACE FUNCTION as_time(ms bigint) RETURNS text LANGUAGE sql STABLE
  RETURN to_char(to_timestamp((ms + ${epoch}) / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Returns from when on the functions issue ids, if that is later, as it is after another adopt() a moment ago.
CREATE OR REPLACE FUNCTION said_wait() RETURNS text LANGUAGE sql VOLATILE
  RETURN (SELECT CASE WHEN min(ms) > clock_ms() + ${max_lead}
      THEN format('; its ids begin at %s, because another process may have issued ids of this worker until then', as_time(min(ms) - ${max_lead})) ELSE '' END FROM unnest(stands()) ms);

-- Reserves a number that the operator vouches for, and returns the last ticks of its earlier holder.
CREATE OR REPLACE FUNCTION take_worker(home node, worker integer) RETURNS text LANGUAGE plpgsql VOLATILE
SET search_path FROM CURRENT AS $f$
DECLARE ticks text;
BEGIN
  EXECUTE format('INSERT INTO %s AS known (namespace, worker, layout, owner, holder, fence, last_ticks, expires_at, seen_at)
      VALUES ($1, $2, $3, $4, '''', 1, $5, 9223372036854775807, floor(date_part(''epoch'', clock_timestamp()) * 1000))
      ON CONFLICT (namespace, worker) DO UPDATE
        SET owner = excluded.owner, holder = '''', fence = known.fence + 1, expires_at = excluded.expires_at, seen_at = excluded.seen_at
        WHERE known.expires_at = 0
      RETURNING last_ticks', home.workers)
    INTO ticks
    USING home.namespace, worker, ${layout}, left('SQL functions of ' || current_database() || ', ' || current_schema() || ', adopted', 255), ${no_ticks};
  IF ticks IS NULL THEN
    RAISE EXCEPTION 'worker % of namespace % is held, or was held and not released', worker, home.namespace
      USING ERRCODE = '55000', HINT = format('Choose a number that no other process or database uses, not even the original. SELECT worker, owner FROM %s lists the known ones.', home.workers);
  END IF;
  RETURN ticks;
END $f$;

-- Takes what the lanes drew last from all sessions, so that a statement whose plan is older than adopt() gets no id without taking the lock:
-- no value up to the next millisecond has the bits of the worker before or after. The positions stay, so that a rollback costs nothing.
CREATE OR REPLACE FUNCTION close_lanes(old_worker integer, new_worker integer) RETURNS void LANGUAGE plpgsql VOLATILE
SET search_path FROM CURRENT AS $f$
BEGIN
  PERFORM setval(lane_sequence(lane), greatest(cursor_of(lane), used_up(cursor_of(lane) >> 22, lane, worker_bits(greatest(old_worker, new_worker)))))
    FROM generate_series(0, 3) lane;
END $f$;

-- Gives the functions a worker from the commit on, in all sessions. Changing a function invalidates the plans that depend on it, and what
-- PL/pgSQL keeps of it. These are all whose plans keep a result of checked_bits().
CREATE OR REPLACE FUNCTION move_home(old_worker integer, new_worker integer, floors bigint[]) RETURNS void LANGUAGE plpgsql VOLATILE
SET search_path FROM CURRENT AS $f$
BEGIN
  PERFORM close_lanes(old_worker, new_worker);
  PERFORM set_home(new_worker, floors);
  ALTER FUNCTION own_bits() IMMUTABLE;
  ALTER FUNCTION own_lane() IMMUTABLE;
  ALTER FUNCTION own_limit() IMMUTABLE;
  ALTER FUNCTION late_id() VOLATILE;
  ALTER FUNCTION reserve(bigint) VOLATILE;
  IF to_regprocedure(format('%I.next_snowflake()', substr(current_schema(), length('snowbraid_') + 1))) IS NOT NULL THEN -- otherwise its schema was dropped
    EXECUTE format('ALTER FUNCTION %I.next_snowflake() VOLATILE', substr(current_schema(), length('snowbraid_') + 1));
  END IF;
  DISCARD PLANS;
END $f$;

-- Makes this copy of a database a database of its own. With a number that the operator chooses, it issues ids of that worker at once.
-- Without one, it replaces the original, which must never run again, and continues after everything that the original may have issued
-- since the copy. That depends on the clock, and on no holder having had a longer horizon. Nothing in the bytes of a physical copy shows
-- that it is one, so the caller has to say it; otherwise the live original would stop for a minute.
CREATE OR REPLACE FUNCTION adopt(worker integer DEFAULT NULL, horizon interval DEFAULT '1 minute', is_physical_copy boolean DEFAULT false)
RETURNS text LANGUAGE plpgsql VOLATILE
SET search_path FROM CURRENT AS $f$
DECLARE
  home node;
  until_ms CONSTANT bigint := clock_ms() + (date_part('epoch', horizon) * 1000)::bigint + 2000;
  floors bigint[];
BEGIN
  IF worker NOT BETWEEN 0 AND ${last_worker} THEN
    RAISE EXCEPTION 'worker must be between 0 and ${last_worker}, but is %', worker USING ERRCODE = '22023';
  END IF;
  LOCK TABLE turn IN SHARE UPDATE EXCLUSIVE MODE;
  SELECT * INTO home FROM node FOR UPDATE;
  IF home.worker IS NULL THEN
    RAISE EXCEPTION 'functions have no worker: table %.node is empty, as after a dump without data', current_schema()
      USING ERRCODE = '55000', HINT = 'Install the functions again: run their script.';
  END IF;
  IF worker = home.worker - 1 THEN
    RAISE EXCEPTION 'worker must not be just below the current worker %, but is %', home.worker, worker
      USING ERRCODE = '22023', HINT = format('A statement that began earlier could count past a full millisecond, into the ids of the current worker. Choose another number, such as %s.',
        (home.worker + ${last_worker} - 1) % (${last_worker} + 1));
  END IF;
  IF worker IS NULL AND is_home(home) AND NOT is_physical_copy THEN
    RAISE EXCEPTION 'nothing shows that this database is a copy (worker % of namespace %); in the original, adopt() would stop ids until %', home.worker, home.namespace, as_time(until_ms)
      USING ERRCODE = '55000', HINT = format('If it is a physical copy whose original is gone for good: SELECT %1$I.adopt(is_physical_copy => true); if the original stays in use, choose a number that no other process or database uses, such as %2$s: SELECT %1$I.adopt(%2$s);',
        current_schema(), (home.worker + ${last_worker} - 1) % (${last_worker} + 1));
  END IF;
  PERFORM restore_workers(home);
  IF worker = home.worker AND row_problem(home, home.workers::regclass) IS NULL THEN
    RAISE EXCEPTION 'worker must not be that of the original, but is %', worker
      USING ERRCODE = '22023', HINT = format('If the original is gone for good: SELECT %I.adopt(%s);', current_schema(), CASE WHEN is_home(home) THEN 'is_physical_copy => true' ELSE '' END);
  END IF;
  IF worker IS NULL THEN
    floors := array_fill(until_ms, ARRAY[4]);
  ELSE
    floors := floors_of(take_worker(home, worker));
    IF worker = home.worker THEN                                 -- an earlier adopt() may have said more
      floors := ARRAY(SELECT greatest(recorded, known) FROM unnest(floors, floors()) f(recorded, known));
    END IF;
  END IF;
  PERFORM move_home(home.worker, coalesce(worker, home.worker), floors);
  home.worker := coalesce(worker, home.worker);
  PERFORM forget_holders(home, until_ms);
  UPDATE node SET worker = home.worker, relation = 'node'::regclass, system = (SELECT system_identifier FROM pg_control_system()),
    database = (SELECT oid FROM pg_database WHERE datname = current_database());
  PERFORM confirm_row(mark_of(home));
  IF worker IS NULL THEN
    RETURN format('worker %s of namespace %s: ids continue at %s. This clock must not be behind that of the original', home.worker, home.namespace, as_time(until_ms));
  END IF;
  RETURN format('worker %s of namespace %s: no other process or database may use it%s; generators with other workers of %s continue at %s',
    worker, home.namespace, said_wait(), home.workers, as_time(until_ms));
END $f$;

-- Releases the worker, with the last ticks of its lanes, before the functions are dropped.
CREATE OR REPLACE FUNCTION give_back() RETURNS void LANGUAGE plpgsql VOLATILE
SET search_path FROM CURRENT AS $f$
DECLARE home node; ticks bigint[]; plan bigint;
BEGIN
  LOCK TABLE turn IN SHARE UPDATE EXCLUSIVE MODE;
  SELECT * INTO home FROM node;
  IF to_regclass(home.workers) IS NULL THEN RETURN; END IF;
  PERFORM lock_workers(home.workers::regclass);
  plan := coalesce(pg_sequence_last_value('planned'), -4);
  ticks := stands();
  ticks[(plan & 3) + 1] := greatest(ticks[(plan & 3) + 1], plan >> 2);
  EXECUTE format('UPDATE %s SET owner = '''', holder = '''', fence = fence + 1, expires_at = 0, last_ticks =
      (SELECT string_agg(greatest(tick::bigint, $3[(n - 1) / ${timelines} + 1])::text, '' '' ORDER BY n) FROM unnest(string_to_array(last_ticks, '' '')) WITH ORDINALITY t(tick, n))
      WHERE namespace = $1 AND worker = $2 AND holder = $4', home.workers)
    USING home.namespace, home.worker, ticks, mark_of(home);
END $f$;

-- Returns what an operator wants to know about the original and its copies. Two servers that issue ids must differ in worker or timeline.
CREATE OR REPLACE FUNCTION report() RETURNS TABLE (namespace text, worker integer, workers text, is_home boolean, is_replica boolean, timeline integer, lanes_ahead bigint)
  LANGUAGE sql VOLATILE
BEGIN ATOMIC
  SELECT n.namespace, n.worker, n.workers,
      is_home(n),
      pg_is_in_recovery(),
      CASE WHEN NOT pg_is_in_recovery() THEN ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer END,
      (SELECT count(*) FROM unnest(stands()) ms WHERE ms > clock_ms() + ${max_lead})
    FROM node n;
END;
