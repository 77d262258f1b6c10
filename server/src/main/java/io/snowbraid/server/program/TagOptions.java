package io.snowbraid.server.program;

import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.segment.Region;
import io.snowbraid.segment.SegmentSource;

/** The settings for tags: their table and their creation. */
final class TagOptions {

  /** The product that defines the table. */
  enum Owner {
    SNOWBRAID,
    /** Leaf: leaf_alloc. */
    LEAF,
    /** Tinyid: tiny_id_info. */
    TINYID,
    /** Camellia: camellia_id_info. */
    CAMELLIA
  }

  private final Settings settings;
  private final Owner owner;
  final Region region;
  private final int masters;
  private final int remainder;

  /** Checks everything that needs no store. */
  TagOptions(Settings settings) {
    this.settings = settings;
    this.owner = settings.get("segment-table");
    this.region =
        new Region(
            settings.get("region-bits"), settings.get("region-id"), settings.get("region-shift"));
    this.masters = settings.get("tinyid-masters");
    this.remainder = settings.get("tinyid-remainder");
    if (owner != Owner.SNOWBRAID && !settings.has("store")) {
      throw new IllegalArgumentException(
          "segment-table of another server requires its database: segment-table="
              + owner
              + ", store=null; set store to its JDBC URL");
    }
    if (region.bits() > 0 && owner != Owner.CAMELLIA) {
      throw new IllegalArgumentException(
          "region-bits requires segment-table=camellia: region-bits="
              + region.bits()
              + "; set segment-table=camellia, or remove region-bits");
    }
    requireMasters();
  }

  private void requireMasters() {
    String set = "tinyid-masters=" + masters + ", tinyid-remainder=" + remainder;
    if ((masters != 1 || remainder != 0) && owner != Owner.TINYID) {
      throw new IllegalArgumentException(
          "tinyid-masters and tinyid-remainder require segment-table=tinyid: segment-table="
              + owner
              + ", "
              + set
              + "; set segment-table=tinyid, or remove them");
    }
    if (masters < 1 || remainder < 0 || remainder >= masters) {
      throw new IllegalArgumentException(
          "tinyid-remainder must be from 0 to tinyid-masters - 1: " + set);
    }
  }

  /** Returns whether numbers come from Snowbraid's own table. */
  boolean isOwn() {
    return owner == Owner.SNOWBRAID;
  }

  /** Returns the smallest segment for clients; the row's step may be larger. */
  int minSegment() {
    return owner == Owner.TINYID || owner == Owner.LEAF ? 1 : 1_000;
  }

  /** Returns a store that draws from the table and limits the creation of tags. */
  Store applyTo(Store store) {
    SegmentSource source =
        switch (owner) {
          case SNOWBRAID -> store.segments();
          case LEAF -> JdbcSegmentSource.leaf(store.requireDatabase());
          case TINYID ->
              masters == 1
                  ? JdbcSegmentSource.tinyid(store.requireDatabase())
                  : JdbcSegmentSource.tinyid(store.requireDatabase(), masters, remainder);
          case CAMELLIA -> JdbcSegmentSource.camellia(store.requireDatabase(), region);
        };
    return store.withSegments(new LimitedTags(source, createsTags(), settings.get("max-tags")));
  }

  private boolean createsTags() {
    return settings.has("tag-creation")
        ? settings.<Boolean>get("tag-creation")
        : !settings.has("users") || settings.is("leaf") || settings.is("camellia");
  }
}
