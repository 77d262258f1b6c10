package io.snowbraid.benchmarks;

import com.github.yitter.contract.IdGeneratorOptions;
import com.github.yitter.idgen.DefaultIdGenerator;
import com.netease.nim.camellia.id.gen.snowflake.CamelliaSnowflakeConfig;
import com.netease.nim.camellia.id.gen.snowflake.CamelliaSnowflakeIdGen;
import com.xfvape.uid.exception.UidGenerateException;
import com.xfvape.uid.impl.CachedUidGenerator;
import com.xfvape.uid.impl.DefaultUidGenerator;
import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.worker.WorkerSource;
import me.ahoo.cosid.segment.IdSegment;
import me.ahoo.cosid.segment.IdSegmentDistributor;
import me.ahoo.cosid.segment.SegmentChainId;
import me.ahoo.cosid.segment.concurrent.PrefetchWorkerExecutorService;
import org.h2.jdbcx.JdbcDataSource;

/** Sets up the entrants that need more than one line. */
final class PeerGenerators {

  private static final String UID_EPOCH = "2025-01-01";

  private PeerGenerators() {}

  static WorkerSource table() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:workers;DB_CLOSE_DELAY=-1");
    return JdbcWorkerSource.of(database).createTableIfMissing();
  }

  static IdSupplier snowbraid(WorkerSource workers) {
    Snowflake ids = Snowflake.builder().worker(workers).build();
    return new IdSupplier() {
      @Override
      public long next() {
        return ids.nextId();
      }

      @Override
      public void fill(long[] target) {
        ids.nextIds(target);
      }

      @Override
      public void close() {
        ids.close();
      }
    };
  }

  static IdSupplier array() {
    return new IdSupplier() {
      private long last;

      @Override
      public long next() {
        return ++last;
      }

      @Override
      public void fill(long[] target) {
        long first = last;
        for (int i = 0; i < target.length; i++) {
          target[i] = first + i;
        }
        last = first + target.length;
      }
    };
  }

  /**
   * Creates CosId's segment chain. Its source of segments answers at once, faster than any
   * networked store.
   */
  static IdSupplier cosIdChain() {
    IdSegmentDistributor counter = new IdSegmentDistributor.Atomic(1_000);
    SegmentChainId chain =
        new SegmentChainId(
            IdSegment.TIME_TO_LIVE_FOREVER, 10, counter, PrefetchWorkerExecutorService.DEFAULT);
    return chain::generate;
  }

  static IdSupplier yitter() {
    IdGeneratorOptions options = new IdGeneratorOptions((short) 1);
    options.WorkerIdBitLength = 10;
    options.SeqBitLength = 12;
    return new DefaultIdGenerator(options)::newLong;
  }

  static IdSupplier camellia() {
    CamelliaSnowflakeConfig config = new CamelliaSnowflakeConfig();
    config.setWorkerIdGen(workers -> 1);
    return new CamelliaSnowflakeIdGen(config)::genId;
  }

  static IdSupplier uidDefault() {
    DefaultUidGenerator ids = new DefaultUidGenerator();
    ids.setTimeBits(28);
    ids.setWorkerBits(13);
    ids.setSeqBits(22);
    return start(ids)::getUID;
  }

  static IdSupplier uidCached() {
    CachedUidGenerator ids = start(new CachedUidGenerator());
    return new IdSupplier() {
      @Override
      @SuppressWarnings("ThreadPriorityCheck") // yields to the thread that fills the ring
      public long next() {
        while (true) {
          try {
            return ids.getUID();
          } catch (UidGenerateException empty) { // it throws instead of waiting
            Thread.yield();
          }
        }
      }

      @Override
      public void close() {
        try {
          ids.destroy();
        } catch (Exception e) {
          throw new IllegalStateException("generator must stop: " + ids, e);
        }
      }
    };
  }

  private static <G extends DefaultUidGenerator> G start(G ids) {
    ids.setEpochStr(UID_EPOCH);
    ids.setWorkerIdAssigner(() -> 1);
    try {
      ids.afterPropertiesSet();
    } catch (Exception e) {
      throw new IllegalStateException("generator must start: " + ids, e);
    }
    return ids;
  }
}
