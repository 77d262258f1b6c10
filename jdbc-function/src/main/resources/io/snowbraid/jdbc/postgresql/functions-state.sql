-- A part of functions.sql: what is made once, and kept when the functions change.

-- of each rollback number the last value drawn. It is the id itself: millisecond(41) << 22 | rollback(2) << 20 | timeline(2) << 18
-- | worker(7) << 11 | sequence(11). nextval counts beyond the sequence, too, into the worker; such a value is no id.
CREATE SEQUENCE IF NOT EXISTS lane_0 AS bigint MINVALUE -4194304 START -4194304 NO CYCLE CACHE 1;
CREATE SEQUENCE IF NOT EXISTS lane_1 AS bigint MINVALUE -4194304 START -4194304 NO CYCLE CACHE 1;
CREATE SEQUENCE IF NOT EXISTS lane_2 AS bigint MINVALUE -4194304 START -4194304 NO CYCLE CACHE 1;
CREATE SEQUENCE IF NOT EXISTS lane_3 AS bigint MINVALUE -4194304 START -4194304 NO CYCLE CACHE 1;
-- millisecond << 2 | rollback: which lane is in use, and how far. planned is on disk before granted follows, and ids follow granted.
CREATE SEQUENCE IF NOT EXISTS planned AS bigint MINVALUE -4 START -4;
CREATE SEQUENCE IF NOT EXISTS granted AS bigint MINVALUE -4 START -4;
-- the highest reading of the clock since its last step back of more than a second
CREATE SEQUENCE IF NOT EXISTS reading AS bigint MINVALUE -1 START -1;
-- who moves a lane locks this: a view, for ANALYZE locks tables, and others may not lock it
CREATE OR REPLACE VIEW turn AS SELECT true AS taken;
-- where the functions are at home: a copy of the database is somewhere else
CREATE TABLE IF NOT EXISTS node (
  one boolean PRIMARY KEY DEFAULT true CHECK (one), workers text NOT NULL, namespace text NOT NULL, worker integer NOT NULL,
  system bigint NOT NULL, database oid NOT NULL, relation oid NOT NULL);
-- Each of no rows but one page, which recovery takes away, from a crash or a replica's: the end of the WAL may be lost. The first gets it
-- when the lane that was in use then was laid to rest, the second when the next is on disk.
CREATE UNLOGGED TABLE IF NOT EXISTS rested (mark boolean) WITH (vacuum_truncate = off);
CREATE UNLOGGED TABLE IF NOT EXISTS not_recovered (mark boolean) WITH (vacuum_truncate = off);
