-- Part of functions.sql: the functions that move the lanes.

CREATE OR REPLACE FUNCTION clock_ms() RETURNS bigint LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN floor(date_part('epoch', clock_timestamp()) * 1000)::bigint - ${epoch};

-- From version 15 on, ids are drawn from sequences that are not logged, so that a call writes no WAL and takes no transaction id. A crash
-- sets these back to their start. What bounds each lane then is logged: the lane in use by planned, each other one by its lane_N, which
-- grant_lane() writes before planned names another lane. Both are in the order of the log, so whatever part of its end a crash takes away,
-- a lane has issued nothing past the bound that is left.
IF current_setting('server_version_num')::integer < 150000 THEN
  CREATE OR REPLACE FUNCTION lane_sequence(lane integer) RETURNS regclass LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE lane WHEN 0 THEN 'lane_0'::regclass WHEN 1 THEN 'lane_1'::regclass WHEN 2 THEN 'lane_2'::regclass ELSE 'lane_3'::regclass END;
  CREATE OR REPLACE FUNCTION reading_sequence() RETURNS regclass LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 'reading'::regclass;
ELSIF to_regclass(quote_ident(_inner) || '.draw_0') IS NULL THEN
  LOCK TABLE turn IN SHARE UPDATE EXCLUSIVE MODE;
  EXECUTE (SELECT string_agg(format('CREATE UNLOGGED SEQUENCE draw_%s AS bigint MINVALUE -4194304 START -4194304 NO CYCLE CACHE 1', lane), ';') FROM generate_series(0, 3) lane);
  EXECUTE 'CREATE UNLOGGED SEQUENCE seen AS bigint MINVALUE -1 START -1';
  CREATE OR REPLACE FUNCTION lane_sequence(lane integer) RETURNS regclass LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE lane WHEN 0 THEN 'draw_0'::regclass WHEN 1 THEN 'draw_1'::regclass WHEN 2 THEN 'draw_2'::regclass ELSE 'draw_3'::regclass END;
  CREATE OR REPLACE FUNCTION reading_sequence() RETURNS regclass LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 'seen'::regclass;
END IF;
CREATE OR REPLACE FUNCTION bound_sequence(lane integer) RETURNS regclass LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE lane WHEN 0 THEN 'lane_0'::regclass WHEN 1 THEN 'lane_1'::regclass WHEN 2 THEN 'lane_2'::regclass ELSE 'lane_3'::regclass END;

-- Two marks that recovery removes, after a crash or in a replica, when the end of the WAL may be lost: at_rest is set when the lane that was
-- in use at that time rests, alive when the next lane is on disk. They are unlogged, and a rollback does not undo them. Sequences are so from
-- version 15 on, and VACUUM leaves them alone. Before, they are tables without rows but with one page, which VACUUM FULL takes away; that
-- looks like a crash.
IF to_regclass(quote_ident(_inner) || '.alive') IS NULL THEN
  EXECUTE (SELECT string_agg(CASE WHEN current_setting('server_version_num')::integer >= 150000 THEN format('CREATE UNLOGGED SEQUENCE %s', mark)
      ELSE format('CREATE UNLOGGED TABLE %s (mark boolean) WITH (vacuum_truncate = off)', mark) END, ';') FROM unnest(ARRAY['alive', 'at_rest']) mark);
  IF (SELECT relkind = 'S' FROM pg_class WHERE oid = 'alive'::regclass) THEN
    CREATE FUNCTION has_mark(mark regclass) RETURNS boolean LANGUAGE sql VOLATILE
      RETURN pg_sequence_last_value(mark) IS NOT NULL;
    CREATE FUNCTION set_mark(mark regclass) RETURNS void LANGUAGE plpgsql VOLATILE
    SET search_path FROM CURRENT AS 'BEGIN PERFORM setval(mark, 1); END';
  ELSE
    CREATE FUNCTION has_mark(mark regclass) RETURNS boolean LANGUAGE sql VOLATILE
      RETURN pg_relation_size(mark) > 0;
    CREATE FUNCTION set_mark(mark regclass) RETURNS void LANGUAGE plpgsql VOLATILE
    SET search_path FROM CURRENT AS 'BEGIN EXECUTE format(''INSERT INTO %s VALUES (true)'', mark); END';
  END IF;
END IF;

-- Returns the last value drawn from a lane, or its bound, if a crash has taken that away. A replica has no unlogged sequences.
CREATE OR REPLACE FUNCTION cursor_of(lane integer) RETURNS bigint LANGUAGE sql VOLATILE
  RETURN greatest(CASE WHEN NOT pg_is_in_recovery() THEN pg_sequence_last_value(lane_sequence(lane)) END,
    pg_sequence_last_value(bound_sequence(lane)), -4194304);

-- Says which worker the functions have, and for each lane the last millisecond on which an earlier holder of it may have issued ids. Both are
-- bodies of functions and not rows, because a transaction sees a function that was replaced as soon as it takes a lock, but a row of its
-- snapshot until it ends. So they are undone by a rollback, and known to every session that has locked turn. They are volatile, so that
-- PostgreSQL puts them into plans as constants that it knows to depend on them; what it evaluates for a plan, it does not know to depend.
CREATE OR REPLACE FUNCTION set_home(worker integer, floors bigint[]) RETURNS void LANGUAGE plpgsql VOLATILE
SET search_path FROM CURRENT AS $f$
BEGIN
  EXECUTE format('CREATE OR REPLACE FUNCTION home_worker() RETURNS integer LANGUAGE sql VOLATILE RETURN %s', worker);
  EXECUTE format('CREATE OR REPLACE FUNCTION floors() RETURNS bigint[] LANGUAGE sql VOLATILE RETURN %L::bigint[]', floors);
END $f$;
SELECT worker INTO _worker FROM node FOR SHARE;                  -- waits for adopt()
IF to_regprocedure('floors()') IS NULL THEN
  PERFORM set_home(coalesce(_worker, 0), '{-1,-1,-1,-1}');
END IF;

-- Returns the last millisecond on which each lane may have issued ids.
CREATE OR REPLACE FUNCTION stands() RETURNS bigint[] LANGUAGE sql VOLATILE
  RETURN ARRAY[greatest(cursor_of(0) >> 22, (floors())[1]), greatest(cursor_of(1) >> 22, (floors())[2]),
    greatest(cursor_of(2) >> 22, (floors())[3]), greatest(cursor_of(3) >> 22, (floors())[4])];

-- Volatile, as the position in the WAL is: PostgreSQL inlines no stable function that calls a volatile one.
CREATE OR REPLACE FUNCTION worker_bits(worker integer) RETURNS bigint LANGUAGE sql VOLATILE
  RETURN ((strpos('123456789ABCDEF', substr(pg_walfile_name(pg_current_wal_insert_lsn()), 8, 1))::bigint & 3) << 18) | (worker << 11);

-- Returns the bits that all ids have in common: the worker, and PostgreSQL's own timeline, because a promoted replica must issue other ids
-- than the server it came from.
CREATE OR REPLACE FUNCTION home_bits() RETURNS bigint LANGUAGE sql VOLATILE
  RETURN worker_bits(home_worker());

-- Returns the value of a lane that has nothing left on its millisecond.
CREATE OR REPLACE FUNCTION used_up(ms bigint, lane integer, bits bigint) RETURNS bigint LANGUAGE sql IMMUTABLE
  RETURN ((ms << 22) | (lane::bigint << 20) | bits) + 2047;

-- Returns for each lane the last of the ticks that the worker table records.
CREATE OR REPLACE FUNCTION floors_of(ticks text) RETURNS bigint[] LANGUAGE sql IMMUTABLE
  RETURN (SELECT array_agg(floor_ ORDER BY lane) FROM (SELECT (n - 1) / ${timelines} AS lane, max(tick::bigint) AS floor_
    FROM unnest(string_to_array(ticks, ' ')) WITH ORDINALITY t(tick, n) GROUP BY 1) l);

-- The rule: use the latest lane positioned at or before the clock; break ties by the lowest lane. The lane in use may lead the clock, unless
-- the clock stepped back, and it is not left for a lane that is later by less than the time for which a lane rests after a crash. If all
-- lanes are ahead, the nearest leads. Null means that none is near enough.
CREATE OR REPLACE FUNCTION choose_lane(stands bigint[], in_use integer, clock bigint, stepped boolean) RETURNS integer LANGUAGE sql IMMUTABLE
  RETURN (SELECT n - 1 FROM unnest(stands) WITH ORDINALITY s(ms, n), LATERAL (SELECT n - 1 = in_use AS used, ms > clock AND (stepped OR n - 1 <> in_use) AS ahead) is_
    WHERE ms <= clock + ${max_lead} ORDER BY ahead, CASE WHEN ahead THEN ms WHEN used THEN -ms - ${rest} ELSE -ms END, n LIMIT 1);

-- Does the same as choose_lane(), but fails if no lane is near enough.
CREATE OR REPLACE FUNCTION require_lane(stands bigint[], in_use integer, clock bigint, stepped boolean) RETURNS integer LANGUAGE plpgsql VOLATILE
SET search_path FROM CURRENT AS $f$
DECLARE
  lane CONSTANT integer := choose_lane(stands, in_use, clock, stepped);
  nearest CONSTANT bigint := (SELECT min(ms) FROM unnest(stands) ms) - ${max_lead};
BEGIN
  IF lane IS NULL THEN
    RAISE EXCEPTION 'all four rollback numbers are ahead of the clock, after backward clock steps, crashes or adopt(); calls succeed again in % ms, at %',
      nearest - clock, to_char(to_timestamp((nearest + ${epoch}) / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      USING ERRCODE = '55000', HINT = 'Wait, or correct the clock.';
  END IF;
  RETURN lane;
END $f$;

-- Returns when everything that this session wrote is on disk. PostgreSQL 17 and later have a function that flushes. Earlier versions wait for
-- the server's WAL writer, which writes whole pages, so one page of padding is added.
CREATE OR REPLACE FUNCTION flush() RETURNS void LANGUAGE plpgsql VOLATILE
SET search_path FROM CURRENT AS $f$
DECLARE written CONSTANT pg_lsn := pg_current_wal_insert_lsn();
BEGIN
  IF current_setting('server_version_num')::integer >= 170000 THEN
    PERFORM pg_logical_emit_message(false, 'snowbraid', '', true);
    RETURN;
  END IF;
  PERFORM pg_logical_emit_message(false, 'snowbraid', repeat(' ', current_setting('wal_block_size')::integer));
  WHILE pg_current_wal_flush_lsn() < written LOOP
    PERFORM pg_sleep(0.002);
  END LOOP;
END $f$;

-- Records how far each lane but one has gone. Nothing is drawn from those: they are used up.
CREATE OR REPLACE FUNCTION bound_lanes(next integer) RETURNS void LANGUAGE plpgsql VOLATILE
SET search_path FROM CURRENT AS $f$
BEGIN
  PERFORM setval(bound_sequence(lane), used_up(cursor_of(lane) >> 22, lane, home_bits())) FROM generate_series(0, 3) lane
    WHERE lane <> next AND cursor_of(lane) >> 22 > coalesce(pg_sequence_last_value(bound_sequence(lane)), -4194304) >> 22;
END $f$;

-- Records how far a lane may go, and returns when that is on disk. Before PostgreSQL 17, extending the lane in use does not wait, because
-- after a crash the lane rests until ${rest} ms past the clock anyway.
CREATE OR REPLACE FUNCTION grant_lane(lane integer, ms bigint, goes_on boolean) RETURNS void LANGUAGE plpgsql VOLATILE
SET search_path FROM CURRENT AS $f$
BEGIN
  PERFORM require_reserved();
  IF NOT goes_on THEN
    PERFORM bound_lanes(lane);
  END IF;
  PERFORM setval('planned', (ms << 2) | lane);
  IF NOT goes_on OR current_setting('server_version_num')::integer >= 170000 THEN
    PERFORM flush();
  END IF;
  PERFORM setval('granted', (ms << 2) | lane);
END $f$;

-- Lets the lane in use rest after a crash, because it may have gone further than what is recorded.
CREATE OR REPLACE FUNCTION rest_lane(plan bigint) RETURNS void LANGUAGE plpgsql VOLATILE
SET search_path FROM CURRENT AS $f$
DECLARE lane CONSTANT integer := plan & 3;
BEGIN
  PERFORM setval(lane_sequence(lane), used_up(greatest(cursor_of(lane) >> 22, plan >> 2, clock_ms() + ${rest}), lane, home_bits()));
END $f$;

-- Moves the lane to a millisecond that is not used up, and returns the lane; or, with a span, moves it past that many milliseconds, and
-- returns the first id of these. Null means that the caller has to wait for the clock. -1 means that another session holds the lock, and
-- that this session is not to wait for it.
-- The subtransaction always aborts: this frees the lock at once on every path, and setval persists, because it is not transactional.
CREATE OR REPLACE FUNCTION advance(span integer, patient boolean) RETURNS bigint LANGUAGE plpgsql VOLATILE
SET search_path FROM CURRENT AS $f$
DECLARE
  bits bigint; recovered boolean; plan bigint; allowed bigint; highest bigint; in_use integer; used bigint; lane integer;
  clock bigint; stepped boolean; ms bigint; first bigint; result bigint;
BEGIN
  IF patient THEN
    LOCK TABLE turn IN SHARE UPDATE EXCLUSIVE MODE;
  ELSE
    LOCK TABLE turn IN SHARE UPDATE EXCLUSIVE MODE NOWAIT;
  END IF;
  bits := home_bits();                                           -- only now: the lock was that of adopt()
  recovered := NOT has_mark('alive');
  plan := coalesce(pg_sequence_last_value('planned'), -4);
  allowed := coalesce(pg_sequence_last_value('granted'), -4);
  highest := coalesce(pg_sequence_last_value(reading_sequence()), -1);
  IF recovered THEN
    IF NOT has_mark('at_rest') THEN                              -- once, however often the rest is cancelled
      PERFORM rest_lane(plan);
      PERFORM set_mark('at_rest');
    END IF;
    allowed := plan;
  END IF;
  in_use := allowed & 3;
  lane := in_use;
  used := cursor_of(lane);                                       -- what was drawn may be forgotten, the bound is not
  ms := greatest(used >> 22, (floors())[lane + 1]);
  clock := clock_ms();
  stepped := clock < highest - 1000;
  IF clock <> highest AND (clock > highest OR stepped) THEN
    PERFORM setval(reading_sequence(), clock);
  ELSE
    clock := highest;                                            -- a small step back is a clock that stands still
  END IF;
  IF recovered OR ms > clock + ${max_lead} OR (stepped AND ms > clock) OR ms < clock - ${rest} THEN
    lane := require_lane(stands(), in_use, clock, stepped);
    IF lane <> in_use THEN                                       -- sessions that still draw from it get no ids
      PERFORM setval(lane_sequence(in_use), greatest(used, used_up(used >> 22, in_use, bits)));
      ms := (stands())[lane + 1];
    END IF;
  END IF;
  first := (ms << 22) | (lane::bigint << 20) | bits;
  IF span = 0 AND lane = in_use AND plan = allowed AND NOT recovered AND ms BETWEEN clock - 7 AND clock + ${max_lead} AND used - first BETWEEN 0 AND 2046 THEN
    result := lane;                                              -- another session was faster
    RAISE SQLSTATE 'SB000';
  END IF;
  ms := greatest(ms + 1, clock);
  IF ms + span > clock + ${max_lead} THEN
    RAISE SQLSTATE 'SB000';
  END IF;
  IF ms + span > 2199023255551 THEN
    RAISE EXCEPTION 'clock is past the end of the layout: % ms since its epoch', ms USING ERRCODE = '55000', HINT = 'Correct the clock.';
  END IF;
  IF recovered OR plan <> allowed OR lane <> in_use OR ms + span > allowed >> 2 THEN
    PERFORM grant_lane(lane, ms + span + ${rest}, lane = in_use AND plan = allowed AND NOT recovered);
  END IF;
  first := (ms << 22) | (lane::bigint << 20) | bits;
  IF span > 0 THEN
    PERFORM setval(lane_sequence(lane), used_up(ms + span - 1, lane, bits));
    result := first;
  ELSE                                                           -- starts at a random point of the lower half of the sequence
    PERFORM setval(lane_sequence(lane), first + floor(random() * 1024)::bigint);
    result := lane;
  END IF;
  IF recovered THEN
    PERFORM set_mark('alive');
  END IF;
  RAISE SQLSTATE 'SB000';
EXCEPTION
  WHEN SQLSTATE 'SB000' THEN
    RETURN result;
  WHEN lock_not_available THEN
    IF patient THEN RAISE; END IF;
    RETURN -1;
END $f$;

-- Does the same as advance(), but waits while ids lead the clock by a second.
CREATE OR REPLACE FUNCTION move(span integer, patient boolean) RETURNS bigint LANGUAGE plpgsql VOLATILE
SET search_path FROM CURRENT AS $f$
DECLARE result bigint;
BEGIN
  FOR attempt IN 1 .. 300 LOOP
    result := advance(span, patient);
    IF result IS NOT NULL THEN RETURN result; END IF;
    PERFORM pg_sleep(0.01);
  END LOOP;
  RAISE EXCEPTION 'clock has not advanced for seconds, and ids are one second ahead of it' USING ERRCODE = '55000', HINT = 'Check the clock.';
END $f$;
