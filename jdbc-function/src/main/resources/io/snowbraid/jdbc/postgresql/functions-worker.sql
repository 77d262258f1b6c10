-- Part of functions.sql: reserves a worker permanently, so that no other generator of the namespace gets it.

PERFORM lock_workers(_table);
EXECUTE format('INSERT INTO %s (namespace, worker, layout, owner, holder, fence, last_ticks, expires_at, seen_at)
    VALUES ($1, -1, $2, '''', '''', 0, $3, 0, 0) ON CONFLICT DO NOTHING', _table)
  USING ${namespace}, ${layout}, ${no_ticks};
EXECUTE format('SELECT layout FROM %s WHERE namespace = $1 AND worker = -1', _table) INTO _layout USING ${namespace};
IF _layout <> ${layout} THEN
  RAISE EXCEPTION 'namespace has a different layout: namespace=%, its layout=%, layout of the SQL functions=%', ${namespace}, _layout, ${layout}
    USING ERRCODE = '55000', HINT = 'Install the functions with another namespace for new tables.';
END IF;
-- Takes the highest number that nobody ever held, because others are taken from the lowest up; otherwise one that was released.
FOR attempt IN 1 .. 100 LOOP
  EXECUTE format('INSERT INTO %1$s AS own (namespace, worker, layout, owner, holder, fence, last_ticks, expires_at, seen_at)
      SELECT $1, number, $2, $3, '''', 1, $4, 9223372036854775807, floor(date_part(''epoch'', clock_timestamp()) * 1000)
        FROM unnest(''${numbers}''::integer[]) number LEFT JOIN %1$s held ON held.namespace = $1 AND held.worker = number
       WHERE held.worker IS NULL OR held.expires_at = 0
       ORDER BY held.worker IS NULL DESC, number DESC LIMIT 1
      ON CONFLICT (namespace, worker) DO UPDATE
        SET owner = excluded.owner, holder = '''', fence = own.fence + 1, expires_at = excluded.expires_at, seen_at = excluded.seen_at
        WHERE own.expires_at = 0
      RETURNING worker, last_ticks', _table)
    INTO _worker, _ticks
    USING ${namespace}, ${layout}, left('SQL functions of ' || current_database() || ', schema ' || _schema, 255), ${no_ticks};
  EXIT WHEN _worker IS NOT NULL;                             -- otherwise another was faster, or none is free
END LOOP;
IF _worker IS NULL THEN
  RAISE EXCEPTION 'no worker is free: all of namespace % in % are held (workers=%)', ${namespace}, _table, ${share}
    USING ERRCODE = '55000', HINT = 'Stop a process that holds one.';
END IF;
INSERT INTO node (workers, namespace, worker, system, database, relation)
  SELECT _table::text, ${namespace}, _worker, c.system_identifier, d.oid, 'node'::regclass
    FROM pg_control_system() c, pg_database d WHERE d.datname = current_database();
PERFORM set_mark('at_rest'), set_mark('alive');
PERFORM set_home(_worker, floors_of(_ticks));
