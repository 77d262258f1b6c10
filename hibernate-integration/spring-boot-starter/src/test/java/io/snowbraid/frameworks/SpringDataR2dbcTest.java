package io.snowbraid.frameworks;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.IdGenerator;
import io.snowbraid.hibernate.SnowflakeId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.annotation.Id;
import org.springframework.data.r2dbc.core.R2dbcEntityTemplate;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Tests entities of Spring Data R2DBC, with a worker that is leased over JDBC. */
class SpringDataR2dbcTest extends FrameworkContract {

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import({ShiftedClock.Beans.class, WorkerDatabase.class})
  static class Application {}

  record Item(@Id @SnowflakeId Long id, String name) {}

  @Override
  Class<?> application() {
    return Application.class;
  }

  @Override
  List<String> settings() {
    return List.of(
        "spring.autoconfigure.exclude=",
        "spring.r2dbc.url=r2dbc:h2:mem:///" + name(),
        "spring.r2dbc.username=sa",
        "workers.url=jdbc:h2:mem:" + name());
  }

  @Override
  List<Callable<Long>> others(ConfigurableApplicationContext context) {
    return List.of(context.getBean(IdGenerator.class)::nextId);
  }

  private static R2dbcEntityTemplate template(ConfigurableApplicationContext context) {
    return context.getBean(R2dbcEntityTemplate.class);
  }

  @Override
  long insert(ConfigurableApplicationContext context) {
    return template(context).insert(new Item(null, "new")).block().id();
  }

  @Override
  List<Long> insertAll(ConfigurableApplicationContext context, int count) {
    return Flux.range(0, count)
        .concatMap(i -> template(context).insert(new Item(null, "no. " + i)))
        .map(Item::id)
        .collectList()
        .block();
  }

  @Override
  void insert(ConfigurableApplicationContext context, long id) {
    assertThat(template(context).insert(new Item(id, "assigned")).block().id()).isEqualTo(id);
  }

  /** Reactor throws an exception if a thread of an event loop blocks. */
  @Test
  void threadsOfAnEventLoopNeverWait() {
    ConfigurableApplicationContext context = start();
    IdGenerator ids = context.getBean(IdGenerator.class);
    long before = ids.nextId();
    Item item =
        Mono.defer(
                () -> {
                  assertThat(Schedulers.isInNonBlockingThread()).isTrue();
                  return template(context).insert(new Item(null, "reactive"));
                })
            .subscribeOn(Schedulers.parallel())
            .block(Duration.ofSeconds(30));
    assertThat(item.id()).isStrictlyBetween(before, ids.nextId());
  }
}
