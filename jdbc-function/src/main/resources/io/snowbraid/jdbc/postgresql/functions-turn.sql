-- Part of functions.sql and uninstall.sql: installers take turns. Any role can hold this lock, so nobody waits for it without an end.
DECLARE limit_ CONSTANT text := current_setting('lock_timeout');
BEGIN
  IF limit_ = '0' THEN
    PERFORM set_config('lock_timeout', '4s', true);
  END IF;
  PERFORM pg_advisory_xact_lock(4923170356219485);
  PERFORM set_config('lock_timeout', limit_, true);
EXCEPTION WHEN lock_not_available THEN
  RAISE EXCEPTION 'another session holds the installation lock: %',
    (SELECT string_agg(format('pid=%s, user=%s', l.pid, a.usename), '; ') FROM pg_locks l LEFT JOIN pg_stat_activity a USING (pid)
      WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1 AND l.classid::bigint << 32 | l.objid::bigint = 4923170356219485
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()))
    USING ERRCODE = '55P03', HINT = 'Wait until that session has finished, or end it with pg_terminate_backend(pid); then install again.';
END;
