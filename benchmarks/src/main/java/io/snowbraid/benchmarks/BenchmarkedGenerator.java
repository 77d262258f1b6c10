package io.snowbraid.benchmarks;

import com.baomidou.mybatisplus.core.toolkit.Sequence;
import com.github.f4b6a3.tsid.TsidFactory;
import com.github.f4b6a3.uuid.UuidCreator;
import io.hypersistence.tsid.TSID;
import io.snowbraid.worker.WorkerSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.agrona.concurrent.SnowflakeIdGenerator;
import org.apache.seata.common.util.IdWorker;

/**
 * The entrants and their setup. Each is set up as its own documentation says, for one worker, and
 * changed only where the defaults are not comparable: a generator with fewer sequence bits gets the
 * usual 12, and one whose time has run out gets a later epoch.
 *
 * <p>Each id is requested as a long. So the compiler may optimize away an object that a library
 * wraps around it, as it would in a program that stores longs.
 */
public enum BenchmarkedGenerator {
  /** The generator of this project. */
  SNOWBRAID(
      "Snowbraid",
      "snowbraid",
      "7,168, or 1 s of them ahead",
      "defaults, fixed worker",
      () -> PeerGenerators.snowbraid(WorkerSource.fixed(1))),
  /** The same with durable grants. */
  SNOWBRAID_LEASED(
      "Snowbraid, leased",
      "snowbraid",
      "7,168, or 1 s of them ahead",
      "defaults, worker leased from a table in H2",
      () -> PeerGenerators.snowbraid(PeerGenerators.table())),
  /** The minimal cost of a shared counter. */
  COUNTER(
      "limit: getAndIncrement",
      "",
      "",
      "bare AtomicLong",
      () -> new AtomicLong()::getAndIncrement) {
    @Override
    boolean isLimit() {
      return true;
    }
  },
  /** The minimal cost of reading the clock for each id. */
  CLOCK(
      "limit: clock", "", "", "bare System.currentTimeMillis()", () -> System::currentTimeMillis) {
    @Override
    boolean isLimit() {
      return true;
    }
  },
  /** The minimal cost of filling an array. */
  ARRAY("limit: array", "", "", "rising numbers into a long[], no sharing", PeerGenerators::array) {
    @Override
    boolean isLimit() {
      return true;
    }
  },
  HYPERSISTENCE(
      "hypersistence-tsid",
      "hypersistence-tsid",
      "none: runs ahead",
      "10 node bits, default random",
      () -> {
        TSID.Factory factory = TSID.Factory.builder().withNodeBits(10).withNode(1).build();
        return () -> factory.generate().toLong();
      }),
  TSID_CREATOR(
      "tsid-creator",
      "tsid-creator",
      "none: runs ahead",
      "10 node bits, default random",
      () -> {
        TsidFactory factory = TsidFactory.builder().withNodeBits(10).withNode(1).build();
        return () -> factory.create().toLong();
      }),
  COSID_MILLIS(
      "CosId snowflake",
      "cosid",
      "2,049 to 4,095",
      "MillisecondSnowflakeId, defaults",
      () -> new MillisecondSnowflakeId(1)::generate),
  COSID_CHAIN(
      "CosId segment chain",
      "cosid",
      "none: not by time",
      "segments of 1,000 from a counter in memory, safe distance 10, prefetch by another thread",
      PeerGenerators::cosIdChain),
  YITTER(
      "yitter",
      "yitter",
      "4,091, or 2 s of them ahead",
      "10 worker and 12 sequence bits in place of 6 and 6",
      PeerGenerators::yitter),
  UID_DEFAULT(
      "UidGenerator default",
      "uid-generator",
      "4,194,304 a second",
      "epoch 2025 as its own has run out, 28/13/22 bits in place of 28/22/13 (8,192 ids a second)",
      PeerGenerators::uidDefault),
  UID_CACHED(
      "UidGenerator cached",
      "uid-generator",
      "none: runs ahead",
      "epoch 2025, default bits and ring of 65,536, filled by another thread; asked again while"
          + " empty",
      PeerGenerators::uidCached),
  SEATA(
      "Seata IdWorker",
      "seata",
      "4,096, and those not used before",
      "defaults",
      () -> new IdWorker(1L)::nextId),
  MYBATIS_PLUS(
      "MyBatis-Plus Sequence",
      "mybatis-plus",
      "4,095",
      "defaults; another thread keeps its clock",
      () -> new Sequence(1, 1)::nextId),
  HUTOOL(
      "Hutool Snowflake",
      "hutool",
      "4,096",
      "defaults",
      () -> new cn.hutool.core.lang.Snowflake(1, 1)::nextId),
  AGRONA(
      "Agrona", "agrona", "4,096", "defaults, node 1", () -> new SnowflakeIdGenerator(1)::nextId),
  CAMELLIA(
      "Camellia", "camellia", "4,032 to 4,096", "defaults, fixed worker", PeerGenerators::camellia),
  UUID_V4(
      "UUID v4",
      "",
      "none",
      "java.util.UUID.randomUUID(), 128 bits",
      () -> () -> UUID.randomUUID().getLeastSignificantBits()),
  UUID_V7(
      "UUID v7",
      "uuid-creator",
      "none",
      "uuid-creator, getTimeOrderedEpoch(), 128 bits",
      () -> () -> UuidCreator.getTimeOrderedEpoch().getLeastSignificantBits());

  private final String label;
  private final String artifact;
  private final String perMilli;
  private final String setup;

  @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
  private final Supplier<IdSupplier> factory;

  BenchmarkedGenerator(
      String label, String artifact, String perMilli, String setup, Supplier<IdSupplier> factory) {
    this.label = label;
    this.artifact = artifact;
    this.perMilli = perMilli;
    this.setup = setup;
    this.factory = factory;
  }

  IdSupplier open() {
    return factory.get();
  }

  /** Tells whether this entrant shows a limit of the machine instead of issuing ids. */
  boolean isLimit() {
    return false;
  }

  String label() {
    return label;
  }

  /** Returns the name of its version in {@code versions.properties}; empty for the JDK's own. */
  String artifact() {
    return artifact;
  }

  /** Returns how many ids it may issue in a millisecond by its own rules. */
  String perMilli() {
    return perMilli;
  }

  String setup() {
    return setup;
  }
}
