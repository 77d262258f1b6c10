-- Removes Snowbraid's SQL functions from the current schema of PostgreSQL, with all objects that they use, and releases their worker.
-- This is one statement. It fails while a default or a view still calls the functions. The worker table stays, because it records what
-- was issued.
DO $snowbraid$
DECLARE
  _inner CONSTANT text := 'snowbraid_' || current_schema();
  _names text;
BEGIN
  PERFORM pg_advisory_xact_lock(4923170356219485);               -- installers take turns
  SELECT string_agg(oid::regprocedure::text, ', ') INTO _names FROM pg_proc
   WHERE pronamespace = quote_ident(current_schema())::regnamespace AND obj_description(oid, 'pg_proc') LIKE 'Snowbraid functions %';
  IF _names IS NOT NULL THEN
    EXECUTE 'DROP FUNCTION ' || _names;
  END IF;
  IF to_regnamespace(quote_ident(_inner)) IS NOT NULL THEN
    EXECUTE format('SELECT %I.give_back()', _inner);
    SET LOCAL client_min_messages = warning;
    EXECUTE format('DROP SCHEMA %I CASCADE', _inner);
  END IF;
END $snowbraid$;
