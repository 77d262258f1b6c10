package io.snowbraid.benchmarks;

import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.segment.Segment;
import io.snowbraid.segment.SegmentSource;
import java.util.concurrent.atomic.AtomicLong;
import me.ahoo.cosid.segment.IdSegmentDistributor;
import me.ahoo.cosid.segment.IdSegmentDistributorDefinition;
import me.ahoo.cosid.segment.IdSegmentDistributorFactory;
import me.ahoo.cosid.test.segment.distributor.IdSegmentDistributorSpec;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;

/** Runs CosId's specification of a store of segments against ours. */
class CosIdSpecificationTest {

  /** Lets CosId draw from one of our sources. */
  private abstract static class Specification extends IdSegmentDistributorSpec {

    abstract SegmentSource source();

    @Override
    protected IdSegmentDistributorFactory getFactory() {
      return definition -> new Adapter(source(), definition);
    }

    @Override
    protected <T extends IdSegmentDistributor> void setMaxIdBack(T distributor, long maxId) {
      ((Adapter) distributor).setBack(maxId);
    }
  }

  @Nested
  class InMemory extends Specification {

    private final SegmentSource source = SegmentSource.inMemory();

    @Override
    SegmentSource source() {
      return source;
    }
  }

  @Nested
  class InATable extends Specification {

    private static final JdbcConnectionPool DATABASE =
        JdbcConnectionPool.create("jdbc:h2:mem:cosid;DB_CLOSE_DELAY=-1", "sa", "");

    @Override
    SegmentSource source() {
      return JdbcSegmentSource.of(DATABASE);
    }

    @AfterAll
    static void close() {
      DATABASE.dispose();
    }
  }

  /** CosId counts from the number before the first, and asks for the last number of a segment. */
  private static final class Adapter implements IdSegmentDistributor {

    private final SegmentSource source;
    private final IdSegmentDistributorDefinition definition;
    private final AtomicLong largest = new AtomicLong();
    private volatile boolean isSetBack;

    Adapter(SegmentSource source, IdSegmentDistributorDefinition definition) {
      this.source = source;
      this.definition = definition;
      source.create(getNamespacedName(), definition.getOffset() + 1);
    }

    /** From now on the store behaves as if somebody had set the bound back. */
    void setBack(long maxId) {
      isSetBack = maxId > 0;
    }

    @Override
    public String getNamespace() {
      return definition.getNamespace();
    }

    @Override
    public String getName() {
      return definition.getName();
    }

    @Override
    public long getStep() {
      return definition.getStep();
    }

    @Override
    public long nextMaxId(long step) {
      IdSegmentDistributor.ensureStep(step);
      Segment segment = isSetBack ? Segment.of(1, 1, 1) : source.draw(getNamespacedName(), step);
      long last = segment.last();
      if (isSetBack && last <= largest.get()) {
        throw new IllegalStateException("bound went back: " + last + " after " + largest);
      }
      largest.accumulateAndGet(last, Math::max);
      return last;
    }
  }
}
