package io.snowbraid.frameworks;

import io.snowbraid.IdGenerator;
import io.snowbraid.spring.orders.Purchase;
import java.util.List;
import java.util.stream.LongStream;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Tests rows of plain JDBC, whose ids the code requests from the bean. */
class PlainJdbcTest extends FrameworkContract {

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EntityScan(basePackageClasses = Purchase.class)
  @Import(ShiftedClock.Beans.class)
  static class Application {}

  @Override
  Class<?> application() {
    return Application.class;
  }

  @Override
  long insert(ConfigurableApplicationContext context) {
    long id = context.getBean(IdGenerator.class).nextId();
    insert(context, id);
    return id;
  }

  @Override
  List<Long> insertAll(ConfigurableApplicationContext context, int count) {
    List<Long> ids =
        LongStream.of(context.getBean(IdGenerator.class).nextIds(count)).boxed().toList();
    context
        .getBean(JdbcTemplate.class)
        .batchUpdate(
            "INSERT INTO item (id, name) VALUES (?, 'many')",
            ids.stream().map(id -> new Object[] {id}).toList());
    return ids;
  }

  @Override
  void insert(ConfigurableApplicationContext context, long id) {
    context
        .getBean(JdbcClient.class)
        .sql("INSERT INTO item (id, name) VALUES (?, 'new')")
        .param(id)
        .update();
  }
}
