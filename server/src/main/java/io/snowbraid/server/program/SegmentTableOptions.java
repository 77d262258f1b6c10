package io.snowbraid.server.program;

import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.segment.Region;
import io.snowbraid.segment.SegmentSource;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The settings of the table that numbers of tags are drawn from. */
final class SegmentTableOptions {

  /** Whose table it is. */
  enum Owner {
    /** This project. */
    SNOWBRAID,
    /** Leaf: leaf_alloc. */
    LEAF,
    /** Tinyid: tiny_id_info. */
    TINYID,
    /** Camellia: camellia_id_info. */
    CAMELLIA
  }

  @Option(
      names = "--segment-table",
      defaultValue = "snowbraid",
      description =
          "Whose table numbers of tags are drawn from: snowbraid, leaf, tinyid or camellia; all but"
              + " the first need store.")
  private Owner owner;

  @Option(
      names = "--region-bits",
      description = "Bits of the region in numbers from the table of Camellia, 0 to 16.")
  private int regionBits;

  @Option(names = "--region-id", description = "This region, from 0 on.")
  private int regionId;

  @Option(names = "--region-shift", description = "Bits of the number below the region, 0 to 32.")
  private int regionShift;

  @Option(
      names = "--tinyid-masters",
      description =
          "How many databases of Tinyid there are; rows with another delta are rejected unless it"
              + " is 1.")
  private int tinyidMasters = 1;

  @Option(
      names = "--tinyid-remainder",
      description = "The remainder of all rows in the table of Tinyid.")
  private int tinyidRemainder;

  @Option(
      names = "--tag-creation",
      arity = "0..1",
      description =
          "Let a request for an unknown tag create it (default: true without users, and where"
              + " clients of Leaf or Camellia are served; otherwise false). NEWTAG creates one in"
              + " any case.")
  private @Nullable Boolean tagCreation;

  @Option(
      names = "--max-tags",
      description = "How many tags there may be before a server creates no more.")
  @Range(min = "1")
  private int maxTags = 100_000;

  /** Returns a store whose tags are limited. */
  Store limit(Store store, boolean createsUnlessSet) {
    boolean creates = tagCreation == null ? createsUnlessSet : tagCreation;
    return store.withSegments(new LimitedTags(store.segments(), creates, maxTags));
  }

  Region region() {
    return new Region(regionBits, regionId, regionShift);
  }

  /** Checks the settings. */
  void check(boolean hasDatabase) {
    Region region = region();
    if (owner != Owner.SNOWBRAID && !hasDatabase) {
      throw withoutDatabase();
    }
    if (region.bits() > 0 && owner != Owner.CAMELLIA) {
      throw new IllegalArgumentException(
          "region must be 0 bits unless numbers are drawn from the table of Camellia: region-bits="
              + region.bits()
              + "; set segment-table=camellia, or remove it");
    }
    if ((tinyidMasters != 1 || tinyidRemainder != 0) && owner != Owner.TINYID) {
      throw new IllegalArgumentException(
          "tinyid-masters and tinyid-remainder are for the table of Tinyid: segment-table="
              + owner
              + ", tinyid-masters="
              + tinyidMasters
              + ", tinyid-remainder="
              + tinyidRemainder
              + "; set segment-table=tinyid, or remove them");
    }
    if (tinyidMasters < 1 || tinyidRemainder < 0 || tinyidRemainder >= tinyidMasters) {
      throw new IllegalArgumentException(
          "0 <= tinyid-remainder < tinyid-masters must hold: tinyid-masters="
              + tinyidMasters
              + ", tinyid-remainder="
              + tinyidRemainder);
    }
  }

  /** Returns whether numbers come from the table of this project. */
  boolean isOwn() {
    return owner == Owner.SNOWBRAID;
  }

  /** Returns a store that draws from the table. */
  Store applyTo(Store store) {
    return isOwn() ? store : store.withSegments(source(database(store)));
  }

  private DataSource database(Store store) {
    DataSource database = store.database();
    if (database == null) {
      store.close();
      throw withoutDatabase();
    }
    return database;
  }

  private IllegalArgumentException withoutDatabase() {
    return new IllegalArgumentException(
        "table of another server needs its database: segment-table="
            + owner
            + ", store=null; set store to its JDBC URL");
  }

  private SegmentSource source(DataSource database) {
    return switch (owner) {
      case SNOWBRAID -> JdbcSegmentSource.of(database);
      case LEAF -> JdbcSegmentSource.leaf(database);
      case TINYID ->
          tinyidMasters == 1
              ? JdbcSegmentSource.tinyid(database)
              : JdbcSegmentSource.tinyid(database, tinyidMasters, tinyidRemainder);
      case CAMELLIA -> JdbcSegmentSource.camellia(database, region());
    };
  }

  /** Returns how many numbers segments for clients have at least, beside the row's step. */
  int minSegment() {
    return owner == Owner.TINYID || owner == Owner.LEAF ? 1 : 1_000;
  }
}
