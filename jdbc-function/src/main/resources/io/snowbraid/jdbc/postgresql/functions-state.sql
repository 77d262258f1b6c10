-- Part of functions.sql: objects that are created once, and kept when the functions change.

-- For each rollback number the last value drawn; from version 15 on, the last one that was drawn when the lane was left. It is the id itself: millisecond(41) << 22 | rollback(2) << 20 | timeline(2) << 18
-- | worker(7) << 11 | sequence(11). nextval can also count past the sequence field into the worker; such a value is not an id.
CREATE SEQUENCE IF NOT EXISTS lane_0 AS bigint MINVALUE -4194304 START -4194304 NO CYCLE CACHE 1;
CREATE SEQUENCE IF NOT EXISTS lane_1 AS bigint MINVALUE -4194304 START -4194304 NO CYCLE CACHE 1;
CREATE SEQUENCE IF NOT EXISTS lane_2 AS bigint MINVALUE -4194304 START -4194304 NO CYCLE CACHE 1;
CREATE SEQUENCE IF NOT EXISTS lane_3 AS bigint MINVALUE -4194304 START -4194304 NO CYCLE CACHE 1;
-- millisecond << 2 | rollback: which lane is in use, and up to when. planned is on disk before granted is set, and granted before ids are drawn.
CREATE SEQUENCE IF NOT EXISTS planned AS bigint MINVALUE -4 START -4;
CREATE SEQUENCE IF NOT EXISTS granted AS bigint MINVALUE -4 START -4;
-- The highest reading of the clock since its last step back of more than a second.
CREATE SEQUENCE IF NOT EXISTS reading AS bigint MINVALUE -1 START -1;
-- A session that moves a lane locks this. It is a view, because ANALYZE locks tables, and because other roles may not lock it.
CREATE OR REPLACE VIEW turn AS SELECT true AS taken;
-- Where the functions were installed; a copy of the database differs from it.
CREATE TABLE IF NOT EXISTS node (
  one boolean PRIMARY KEY DEFAULT true CHECK (one), workers text NOT NULL, namespace text NOT NULL, worker integer NOT NULL,
  system bigint NOT NULL, database oid NOT NULL, relation oid NOT NULL);
