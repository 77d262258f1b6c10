package io.snowbraid.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import io.snowbraid.Snowflake;
import io.snowbraid.segment.SegmentGenerators;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.relational.core.mapping.event.BeforeConvertCallback;

/** One name imports all that applies, as in a context that names its auto-configurations. */
class ImportAllTest {

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({DataSourceAutoConfiguration.class, SnowbraidAutoConfiguration.class})
  static class Application {}

  @Test
  void everyFrameworkGetsTheGenerator() {
    new ApplicationContextRunner()
        .withUserConfiguration(Application.class)
        .run(
            context -> {
              assertThat(context)
                  .hasSingleBean(Snowflake.class)
                  .hasSingleBean(SegmentGenerators.class)
                  .hasSingleBean(BeforeConvertCallback.class)
                  .hasBean("snowbraidIdModule")
                  .hasBean("snowbraidHibernateFactories");
              long before = context.getBean(Snowflake.class).nextId();
              Number id = context.getBean(IdentifierGenerator.class).nextId(Map.of());
              assertThat(id.longValue()).isGreaterThan(before);
            });
  }
}
