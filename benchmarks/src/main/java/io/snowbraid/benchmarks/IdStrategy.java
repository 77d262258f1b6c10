package io.snowbraid.benchmarks;

import io.hypersistence.utils.hibernate.id.Tsid;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.SequenceGenerator;
import java.util.UUID;
import java.util.function.LongFunction;
import org.hibernate.annotations.UuidGenerator;
import org.jspecify.annotations.Nullable;

/** How the identifier of an entity is generated; the entities are otherwise the same. */
enum IdStrategy {
  ASSIGNED("assigned by the application", Assigned.class, Assigned::new),
  SNOWBRAID("Snowbraid, leased worker", Snowflaked.class, number -> new Snowflaked()),
  TSID("@Tsid of hypersistence-utils", Tsidded.class, number -> new Tsidded()),
  SEQUENCE("SEQUENCE, pooled, 50 at once", Sequenced.class, number -> new Sequenced()),
  IDENTITY("IDENTITY", Identified.class, number -> new Identified()),
  UUID_4("UUID, version 4", Random.class, number -> new Random()),
  UUID_7("UUID, version 7", Timed.class, number -> new Timed());

  private final String label;
  private final Class<? extends Row> type;

  @SuppressWarnings("ImmutableEnumChecker") // constructors hold no state
  private final LongFunction<Row> maker;

  IdStrategy(String label, Class<? extends Row> type, LongFunction<Row> maker) {
    this.label = label;
    this.type = type;
    this.maker = maker;
  }

  String label() {
    return label;
  }

  Class<? extends Row> type() {
    return type;
  }

  /** Creates an entity; each call must pass a different number. */
  Row row(long number) {
    Row row = maker.apply(number);
    row.amount = number;
    return row;
  }

  /** The common attributes of all entities. */
  @MappedSuperclass
  static class Row {
    long amount;
    String name = "the name of something";
  }

  /** Consecutive ids cost nothing to generate and are the best case for an index. */
  @Entity(name = "assigned")
  static class Assigned extends Row {
    @Id long id;

    Assigned() {}

    Assigned(long id) {
      this.id = id;
    }
  }

  @Entity(name = "snowflaked")
  static class Snowflaked extends Row {
    @Id
    @GeneratedValue(generator = "snowflake")
    @Nullable Long id;
  }

  @Entity(name = "tsidded")
  static class Tsidded extends Row {
    @Id @Tsid @Nullable Long id;
  }

  @Entity(name = "sequenced")
  static class Sequenced extends Row {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "sequence_of_rows")
    @SequenceGenerator(name = "sequence_of_rows", allocationSize = 50)
    @Nullable Long id;
  }

  @Entity(name = "identified")
  static class Identified extends Row {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    @Nullable Long id;
  }

  @Entity(name = "random")
  static class Random extends Row {
    @Id
    @UuidGenerator(style = UuidGenerator.Style.RANDOM)
    @Nullable UUID id;
  }

  @Entity(name = "timed")
  static class Timed extends Row {
    @Id
    @UuidGenerator(style = UuidGenerator.Style.VERSION_7)
    @Nullable UUID id;
  }
}
