package io.snowbraid.frameworks;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.hibernate.SessionFactory;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Tests entities of Hibernate. */
class HibernateOrmTest extends FrameworkContract {

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EntityScan(basePackageClasses = HibernateOrmTest.class)
  @Import(ShiftedClock.Beans.class)
  static class Application {}

  /** A row. */
  @Entity(name = "item")
  public static class Item {

    @Id
    @GeneratedValue(generator = "snowflake")
    Long id;

    String name;

    Item() {}

    Item(Long id) {
      this.id = id;
    }
  }

  @Override
  Class<?> application() {
    return Application.class;
  }

  @Override
  List<Callable<Long>> others(ConfigurableApplicationContext context) {
    List<Callable<Long>> all = super.others(context);
    return List.of(all.get(0), all.get(2));
  }

  private static List<Long> persisted(ConfigurableApplicationContext context, List<Item> items) {
    context
        .getBean(EntityManagerFactory.class)
        .unwrap(SessionFactory.class)
        .inTransaction(session -> items.forEach(session::persist));
    return items.stream().map(item -> item.id).toList();
  }

  @Override
  long insert(ConfigurableApplicationContext context) {
    return persisted(context, List.of(new Item())).get(0);
  }

  @Override
  List<Long> insertAll(ConfigurableApplicationContext context, int count) {
    return persisted(context, IntStream.range(0, count).mapToObj(i -> new Item()).toList());
  }

  @Override
  void insert(ConfigurableApplicationContext context, long id) {
    persisted(context, List.of(new Item(id)));
  }
}
