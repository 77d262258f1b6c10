package io.snowbraid.spring.internal.mybatis;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import io.snowbraid.IdGenerator;
import io.snowbraid.spring.SnowbraidAutoConfiguration;
import io.snowbraid.spring.internal.ApplicationGenerator;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Has MyBatis-Plus use the application's generator instead of its own. */
@AutoConfiguration(after = SnowbraidAutoConfiguration.class)
@ConditionalOnClass(IdentifierGenerator.class)
final class SnowbraidMybatisAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean(IdentifierGenerator.class)
  MybatisIdGenerator snowbraidForMybatisPlus(
      ObjectProvider<IdGenerator> generator, ListableBeanFactory beans) {
    return new MybatisIdGenerator(ApplicationGenerator.required(generator, beans));
  }
}
