package io.snowbraid.frameworks;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.table;
import static org.jooq.impl.DSL.using;

import io.snowbraid.IdGenerator;
import io.snowbraid.spring.orders.Purchase;
import java.util.List;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Tests rows of jOOQ, whose ids the code requests from the bean. */
class JooqTest extends FrameworkContract {

  private static final Table<Record> ITEM = table("item");
  private static final Field<Long> ID = field("id", Long.class);
  private static final Field<String> NAME = field("name", String.class);

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EntityScan(basePackageClasses = Purchase.class)
  @Import(ShiftedClock.Beans.class)
  static class Application {}

  @Override
  Class<?> application() {
    return Application.class;
  }

  private static DSLContext jooq(ConfigurableApplicationContext context) {
    return using(context.getBean(DataSource.class), SQLDialect.H2);
  }

  @Override
  long insert(ConfigurableApplicationContext context) {
    IdGenerator ids = context.getBean(IdGenerator.class);
    DSLContext jooq = jooq(context);
    long id =
        jooq.insertInto(ITEM).set(ID, ids.nextId()).set(NAME, "new").returning(ID).fetchSingle(ID);
    return id;
  }

  @Override
  List<Long> insertAll(ConfigurableApplicationContext context, int count) {
    List<Long> ids =
        LongStream.of(context.getBean(IdGenerator.class).nextIds(count)).boxed().toList();
    jooq(context)
        .batch(
            ids.stream()
                .map(id -> jooq(context).insertInto(ITEM, ID, NAME).values(id, "many"))
                .toList())
        .execute();
    return ids;
  }

  @Override
  void insert(ConfigurableApplicationContext context, long id) {
    jooq(context).insertInto(ITEM, ID, NAME).values(id, "assigned").execute();
  }
}
