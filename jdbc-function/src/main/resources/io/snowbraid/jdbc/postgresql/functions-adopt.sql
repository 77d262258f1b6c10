-- Part of functions.sql: what an operator runs in a copy of a database, and what runs before the functions are removed.

-- The worker table may lack leases that were taken after the backup. So each worker starts after what such a holder may have been granted,
-- and a holder that is alive does not get its next grant, because the fence has moved. The original may claim the lanes that are left of a worker
-- that is reserved for ids of the past, so they are closed here.
CREATE OR REPLACE FUNCTION forget_holders(home node, ms bigint) RETURNS void LANGUAGE plpgsql VOLATILE
SET search_path FROM CURRENT AS $f$
BEGIN
  EXECUTE format('INSERT INTO %s AS known (namespace, worker, layout, owner, holder, fence, last_ticks, expires_at, seen_at)
      SELECT $1, number, $2, '''', '''', 1000000, $3, 0, 0 FROM generate_series(0, ${last_worker}) number WHERE number <> $4
      ON CONFLICT (namespace, worker) DO UPDATE SET fence = known.fence + 1000000, last_ticks =
        (SELECT string_agg(greatest(tick::bigint, $5)::text, '' '' ORDER BY n) FROM unnest(string_to_array(known.last_ticks, '' '')) WITH ORDINALITY t(tick, n))
        WHERE known.expires_at < 9223372036854775807 OR known.holder LIKE ''past %%''', home.workers)
    USING home.namespace, ${layout}, array_to_string(array_fill(ms, ARRAY[${lanes_per_worker}]), ' '), home.worker, ms;
END $f$;

-- Reserves a number that the operator vouches for, and moves the lanes past what its earlier holder may have issued.
CREATE OR REPLACE FUNCTION reserve_worker(home node, worker integer) RETURNS void LANGUAGE plpgsql VOLATILE
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
    RAISE EXCEPTION 'worker is not free: worker=% of namespace=% is held, or was held and not released', worker, home.namespace
      USING ERRCODE = '55000', HINT = 'Choose a number that no other holder has, also in the original.';
  END IF;
  PERFORM start_lanes(ticks, worker);
END $f$;

-- Makes this copy of a database a database of its own. With a number that the operator chooses, it issues ids of that worker at once.
-- Without one, it replaces the original, which must never run again, and continues after everything that the original may have issued
-- since the copy. That depends on the clock, and on no holder having had a longer horizon.
CREATE OR REPLACE FUNCTION adopt(worker integer DEFAULT NULL, horizon interval DEFAULT '1 minute') RETURNS text LANGUAGE plpgsql VOLATILE
SET search_path FROM CURRENT AS $f$
DECLARE
  home node;
  until_ms CONSTANT bigint := clock_ms() + (date_part('epoch', horizon) * 1000)::bigint + 2000;
  at text;
BEGIN
  IF worker NOT BETWEEN 0 AND ${last_worker} THEN
    RAISE EXCEPTION 'worker must be in [0, ${last_worker}]: worker=%', worker USING ERRCODE = '22023';
  END IF;
  LOCK TABLE turn IN SHARE UPDATE EXCLUSIVE MODE;
  SELECT * INTO STRICT home FROM node FOR UPDATE;
  PERFORM restore_workers(home);
  IF worker = home.worker AND row_problem(home, home.workers::regclass) IS NULL THEN
    RAISE EXCEPTION 'worker must not be that of the original: worker=%', worker USING ERRCODE = '22023', HINT = 'If the original is gone for good, call adopt().';
  END IF;
  IF worker IS NOT NULL THEN
    PERFORM reserve_worker(home, worker);
    home.worker := worker;
  ELSE
    PERFORM setval(lane_sequence(lane), used_up(greatest(cursor_of(lane) >> 22, until_ms), lane, worker_bits(home.worker))) FROM generate_series(0, 3) lane;
  END IF;
  PERFORM forget_holders(home, until_ms);
  UPDATE node SET worker = home.worker, relation = 'node'::regclass, system = (SELECT system_identifier FROM pg_control_system()),
    database = (SELECT oid FROM pg_database WHERE datname = current_database());
  PERFORM confirm_row(mark_of(home));
  DISCARD PLANS;
  at := to_char(to_timestamp((until_ms + ${epoch}) / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  IF worker IS NOT NULL THEN
    RETURN format('worker=%s of namespace=%s: no other holder of ids may have it; generators with other workers of %s go on at %s', worker, home.namespace, home.workers, at);
  END IF;
  RETURN format('worker=%s of namespace=%s: ids go on at %s. That rests on the clock: it must not stand before that of the original', home.worker, home.namespace, at);
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
      n.relation = 'node'::regclass::oid AND n.system = (SELECT system_identifier FROM pg_control_system())
        AND n.database = (SELECT oid FROM pg_database WHERE datname = current_database()),
      pg_is_in_recovery(),
      CASE WHEN NOT pg_is_in_recovery() THEN ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer END,
      (SELECT count(*) FROM unnest(stands()) ms WHERE ms > clock_ms() + ${max_lead})
    FROM node n;
END;
