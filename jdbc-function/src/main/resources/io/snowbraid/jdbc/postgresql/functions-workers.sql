-- Part of functions.sql: what the functions require of the worker table, which other roles may own or change.

-- Returns what the row of a worker in the worker table names as its holder: where its functions are. It is valid whatever databases and
-- schemas are called later, and no other functions have it.
CREATE OR REPLACE FUNCTION mark_of(home node) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN to_hex(home.system) || '-' || to_hex(home.database::bigint) || '-' || to_hex(home.relation::bigint);

-- Returns whether a role can do all that this one can, so that its code gains nothing by running here. 0 stands for all roles.
CREATE OR REPLACE FUNCTION is_trusted(role oid) RETURNS boolean LANGUAGE sql STABLE
  RETURN role <> 0 AND pg_has_role(role, current_user, 'USAGE');

-- Returns whether an expression does no more than compare columns and constants with PostgreSQL's own operators.
CREATE OR REPLACE FUNCTION is_harmless(expression pg_node_tree) RETURNS boolean LANGUAGE sql STABLE
  RETURN NOT EXISTS (SELECT FROM regexp_matches(expression::text, '\{([A-Z]+)', 'g') kind
      WHERE kind[1] <> ALL (ARRAY['CONST', 'VAR', 'OPEXPR', 'BOOLEXPR', 'NULLTEST', 'SCALARARRAYOPEXPR', 'RELABELTYPE']))
    AND NOT EXISTS (SELECT FROM regexp_matches(expression::text, ':opno (\d+)', 'g') operator WHERE operator[1]::bigint >= 16384);

-- Returns the roles that can add code to a table: its owner, and who may create triggers.
CREATE OR REPLACE FUNCTION authors_of(relation oid) RETURNS oid[] LANGUAGE sql STABLE
  RETURN (SELECT array_agg(DISTINCT grantee) || min(relowner) FROM pg_class
      LEFT JOIN LATERAL aclexplode(relacl) ON privilege_type = 'TRIGGER' WHERE oid = relation);

-- Returns code that runs when the table is read or written, or when a statement on it is planned, and a role that may have made it and is
-- not trusted; null if there is none.
CREATE OR REPLACE FUNCTION code_of_others(relation oid) RETURNS text LANGUAGE plpgsql STABLE
SET search_path FROM CURRENT AS $f$
DECLARE parts CONSTANT oid[] := ARRAY(
  WITH RECURSIVE heirs(oid) AS (SELECT relation UNION SELECT inhrelid FROM pg_inherits JOIN heirs ON inhparent = heirs.oid) TABLE heirs);
BEGIN
  RETURN (WITH code (class, object, part) AS (
      SELECT 'pg_trigger'::regclass, oid, tgrelid FROM pg_trigger WHERE tgrelid = ANY (parts) AND NOT tgisinternal
      UNION ALL SELECT 'pg_rewrite'::regclass, oid, ev_class FROM pg_rewrite WHERE ev_class = ANY (parts)
      UNION ALL SELECT 'pg_policy'::regclass, oid, polrelid FROM pg_policy WHERE polrelid = ANY (parts)
      UNION ALL SELECT 'pg_attrdef'::regclass, oid, adrelid FROM pg_attrdef WHERE adrelid = ANY (parts) AND NOT is_harmless(adbin)
      UNION ALL SELECT 'pg_constraint'::regclass, oid, conrelid FROM pg_constraint WHERE conrelid = ANY (parts) AND (contype = 'x' OR NOT is_harmless(conbin))
      UNION ALL SELECT 'pg_statistic_ext'::regclass, oid, stxrelid FROM pg_statistic_ext WHERE stxrelid = ANY (parts)
      UNION ALL SELECT 'pg_class'::regclass, indexrelid, indrelid FROM pg_index WHERE indrelid = ANY (parts)
        AND (indexprs IS NOT NULL OR indpred IS NOT NULL OR EXISTS (SELECT FROM unnest(indclass::oid[]) opclass WHERE opclass >= 16384))
      UNION ALL SELECT 'pg_type'::regclass, atttypid, attrelid FROM pg_attribute WHERE attrelid = ANY (parts) AND atttypid >= 16384
      UNION ALL SELECT 'pg_class'::regclass, oid, oid FROM pg_class WHERE oid = ANY (parts) AND relkind NOT IN ('r', 'p')
      UNION ALL SELECT 'pg_class'::regclass, partrelid, partrelid FROM pg_partitioned_table WHERE partrelid = ANY (parts)
        AND (partexprs IS NOT NULL OR EXISTS (SELECT FROM unnest(partclass::oid[]) opclass WHERE opclass >= 16384))
    ), made (class, object, role) AS (
      SELECT class, object, unnest(authors_of(part)) FROM code
      UNION ALL SELECT c.class, c.object, t.typowner FROM code c JOIN pg_type t ON c.class = 'pg_type'::regclass AND t.oid = c.object
      UNION ALL SELECT c.class, c.object, o.refobjid FROM code c
        JOIN pg_depend d ON d.classid = c.class AND d.objid = c.object
        JOIN pg_shdepend o ON o.classid = d.refclassid AND o.objid = d.refobjid AND o.objsubid = 0
          AND o.deptype = 'o' AND o.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
    )
    SELECT pg_describe_object(class, object, 0) || ', its role=' || CASE role WHEN 0 THEN 'PUBLIC' ELSE role::regrole::text END
      FROM made WHERE NOT is_trusted(role) ORDER BY 1 LIMIT 1);
END $f$;

-- Fails if reading or writing the worker table would run code of a role with fewer rights. The caller has locked the
-- table, so nobody adds any until the end of its transaction.
CREATE OR REPLACE FUNCTION require_harmless(relation regclass) RETURNS void LANGUAGE plpgsql VOLATILE
SET search_path FROM CURRENT AS $f$
DECLARE code CONSTANT text := code_of_others(relation);
BEGIN
  IF code IS NOT NULL THEN
    RAISE EXCEPTION 'worker table must not run code of a role with fewer rights than the role of the functions (table=%, code=%, role of the functions=%)',
      relation, code, current_user
      USING ERRCODE = '42501', HINT = 'Drop that code; or let a trusted role own the table, and let no other role create triggers on it.';
  END IF;
END $f$;

-- Returns whether this transaction sees what others add to the table while it lasts.
CREATE OR REPLACE FUNCTION sees_code_of(relation regclass) RETURNS boolean LANGUAGE sql STABLE
  RETURN current_setting('transaction_isolation') = 'read committed'
    OR coalesce((SELECT bool_and(is_trusted(role)) FROM unnest(authors_of(relation)) role), false);

-- Locks the worker table before it is written, against changes of its definition, and checks it. Generators still can write it.
CREATE OR REPLACE FUNCTION lock_workers(relation regclass) RETURNS void LANGUAGE plpgsql VOLATILE
SET search_path FROM CURRENT AS $f$
BEGIN
  IF NOT sees_code_of(relation) THEN
    RAISE EXCEPTION 'transaction must be READ COMMITTED to write worker table %, which another role can change, but is %',
      relation, current_setting('transaction_isolation') USING ERRCODE = '25001', HINT = 'Begin a READ COMMITTED transaction.';
  END IF;
  EXECUTE format('LOCK TABLE %s IN SHARE UPDATE EXCLUSIVE MODE', relation);
  PERFORM require_harmless(relation);
END $f$;

-- Returns why the worker is not reserved; null if it is. The table was locked and checked.
CREATE OR REPLACE FUNCTION row_problem(home node, relation regclass) RETURNS text LANGUAGE plpgsql VOLATILE
SET search_path FROM CURRENT AS $f$
DECLARE holders text[];
BEGIN
  IF relation IS NULL THEN RETURN 'the table is gone'; END IF;
  EXECUTE format('SELECT array_agg(CASE WHEN expires_at = 9223372036854775807 THEN holder END) FROM %s WHERE namespace = $1 AND worker = $2', relation)
    INTO holders USING home.namespace, home.worker;
  RETURN CASE WHEN holders IS NULL THEN 'its row is gone' WHEN holders <> ARRAY[mark_of(home)] THEN 'its row belongs to another process or database' END;
END $f$;

CREATE OR REPLACE FUNCTION refuse_row(home node, problem text) RETURNS void LANGUAGE plpgsql VOLATILE
SET search_path FROM CURRENT AS $f$
BEGIN
  IF problem IS NOT NULL THEN
    RAISE EXCEPTION 'worker % of namespace % is no longer reserved in table %, so another process may issue its ids: %',
      home.worker, home.namespace, home.workers, problem
      USING ERRCODE = '55000', HINT = format('The usual cause is a test suite that truncates all tables: exclude this table. %s',
        CASE WHEN problem LIKE 'its row belongs %' THEN format('Choose a number that no other process or database uses, such as %2$s: SELECT %1$I.adopt(%2$s);',
            current_schema(), (home.worker + ${last_worker} - 1) % (${last_worker} + 1))
        ELSE format('SELECT %I.adopt(%s) reserves it again.', current_schema(), home.worker) END);
  END IF;
END $f$;

-- Fails if the worker is no longer reserved. Whoever changes the table's definition or locks the row just now is not waited for: the next
-- grant looks again. So does the next grant of a transaction that sees what others have added to the table. One that reads a snapshot would
-- not see that the row has gone since then, but it fails to serialize when it locks the row; the lock ends with the grant.
CREATE OR REPLACE FUNCTION require_reserved() RETURNS void LANGUAGE plpgsql VOLATILE
SET search_path FROM CURRENT AS $f$
DECLARE home node; relation regclass;
BEGIN
  SELECT * INTO STRICT home FROM node;
  relation := to_regclass(home.workers);
  IF relation IS NOT NULL THEN
    IF NOT sees_code_of(relation) THEN RETURN; END IF;
    BEGIN
      EXECUTE format('LOCK TABLE %s IN SHARE UPDATE EXCLUSIVE MODE NOWAIT', relation);
      PERFORM require_harmless(relation);
      IF current_setting('transaction_isolation') <> 'read committed' THEN
        EXECUTE format('SELECT FROM %s WHERE namespace = $1 AND worker = $2 FOR SHARE NOWAIT', relation) USING home.namespace, home.worker;
      END IF;
    EXCEPTION WHEN lock_not_available THEN RETURN;
    END;
  END IF;
  PERFORM refuse_row(home, row_problem(home, relation));
END $f$;

-- Returns why the worker is not safely reserved, for operators; null if it is.
CREATE OR REPLACE FUNCTION worker_problem() RETURNS text LANGUAGE plpgsql VOLATILE
SET search_path FROM CURRENT AS $f$
DECLARE home node; relation regclass; code text;
BEGIN
  SELECT * INTO STRICT home FROM node;
  relation := to_regclass(home.workers);
  IF relation IS NOT NULL THEN
    EXECUTE format('LOCK TABLE %s IN ACCESS SHARE MODE', relation);
    code := code_of_others(relation);
    IF code IS NOT NULL THEN RETURN 'the table runs code of another role: ' || code; END IF;
  END IF;
  RETURN row_problem(home, relation);
END $f$;

-- Records in the row of the worker that it is reserved for these functions, if it was for them elsewhere, and fails if it is not.
CREATE OR REPLACE FUNCTION confirm_row(earlier_mark text DEFAULT '') RETURNS void LANGUAGE plpgsql VOLATILE
SET search_path FROM CURRENT AS $f$
DECLARE home node; relation regclass;
BEGIN
  SELECT * INTO STRICT home FROM node;
  relation := to_regclass(home.workers);
  IF relation IS NOT NULL THEN
    PERFORM lock_workers(relation);
    EXECUTE format('UPDATE %s SET holder = $1 WHERE namespace = $2 AND worker = $3 AND expires_at = 9223372036854775807 AND holder IN ('''', $4)', relation)
      USING mark_of(home), home.namespace, home.worker, earlier_mark;
  END IF;
  PERFORM refuse_row(home, row_problem(home, relation));
END $f$;

-- Creates the worker table again if it is gone, for adopt().
CREATE OR REPLACE FUNCTION restore_workers(home node) RETURNS void LANGUAGE plpgsql VOLATILE
SET search_path FROM CURRENT AS $f$
BEGIN
  IF to_regclass(home.workers) IS NULL THEN
    EXECUTE format(${workers_ddl}, home.workers);
  END IF;
  PERFORM lock_workers(home.workers::regclass);
  EXECUTE format('INSERT INTO %s (namespace, worker, layout, owner, holder, fence, last_ticks, expires_at, seen_at)
      VALUES ($1, -1, $2, '''', '''', 0, $3, 0, 0) ON CONFLICT DO NOTHING', home.workers)
    USING home.namespace, ${layout}, ${no_ticks};
END $f$;
