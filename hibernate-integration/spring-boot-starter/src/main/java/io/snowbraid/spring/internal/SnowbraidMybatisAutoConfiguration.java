package io.snowbraid.spring.internal;

import com.baomidou.mybatisplus.core.MybatisConfiguration;
import com.baomidou.mybatisplus.core.config.GlobalConfig;
import com.baomidou.mybatisplus.core.incrementer.DefaultIdentifierGenerator;
import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.core.toolkit.GlobalConfigUtils;
import com.baomidou.mybatisplus.core.toolkit.IdWorker;
import io.snowbraid.IdGenerator;
import io.snowbraid.spring.SnowbraidAutoConfiguration;
import org.apache.ibatis.session.SqlSessionFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
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

  /** Factories that the application builds, one for each database, do not look for the bean. */
  @Bean
  static BeanPostProcessor snowbraidForFactoriesOfMybatisPlus(
      ObjectProvider<MybatisIdGenerator> generator) {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof SqlSessionFactory factory
            && factory.getConfiguration() instanceof MybatisConfiguration configuration) {
          generator.ifAvailable(ids -> replaceDefault(configuration, ids));
        }
        return bean;
      }
    };
  }

  private static void replaceDefault(MybatisConfiguration configuration, MybatisIdGenerator ids) {
    GlobalConfig config = GlobalConfigUtils.getGlobalConfig(configuration);
    if (config.getIdentifierGenerator() instanceof DefaultIdentifierGenerator) {
      config.setIdentifierGenerator(ids);
      IdWorker.setIdentifierGenerator(ids);
    }
  }
}
