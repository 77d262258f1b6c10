-- Removes Snowbraid's SQL functions from the current schema of PostgreSQL, with all objects that they use, and releases their worker.
-- This is one statement. It fails while a default or a view still calls the functions. The worker table stays, because it records what
-- was issued.
DO $snowbraid$
DECLARE
  _path   CONSTANT text := pg_catalog.current_setting('search_path'::text);
  _schema CONSTANT text := pg_catalog.current_schema();
  _inner  text;
  _names  text;
BEGIN
  PERFORM pg_catalog.set_config('search_path'::text, 'pg_catalog, pg_temp'::text, true); -- others may create operators in the caller's path
  _inner := 'snowbraid_' || _schema;
  ${turn}
  SELECT string_agg(oid::regprocedure::text, ', ') INTO _names FROM pg_proc
   WHERE pronamespace = quote_ident(_schema)::regnamespace AND obj_description(oid, 'pg_proc') LIKE 'Snowbraid functions %';
  IF _names IS NOT NULL THEN
    EXECUTE 'DROP FUNCTION ' || _names;
  END IF;
  IF to_regnamespace(quote_ident(_inner)) IS NOT NULL THEN
    IF EXISTS (SELECT FROM pg_proc WHERE pronamespace = quote_ident(_inner)::regnamespace AND NOT pg_has_role(proowner, current_user, 'USAGE')) THEN
      RAISE EXCEPTION 'functions of schema % must belong to role %, which removes them, or to a role with its rights', _inner, current_user
        USING ERRCODE = '42501', HINT = 'Uninstall as the owner of the functions.';
    END IF;
    EXECUTE format('SELECT %I.give_back()', _inner);
    SET LOCAL client_min_messages = warning;
    EXECUTE format('DROP SCHEMA %I CASCADE', _inner);
  END IF;
  PERFORM set_config('search_path', _path, true);
END $snowbraid$;
