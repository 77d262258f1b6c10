package io.snowbraid.spring.internal;

import com.baomidou.mybatisplus.core.config.GlobalConfig;
import com.baomidou.mybatisplus.core.incrementer.DefaultIdentifierGenerator;
import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.core.toolkit.GlobalConfigUtils;
import com.baomidou.mybatisplus.core.toolkit.IdWorker;
import io.snowbraid.IdGenerator;
import java.util.function.Supplier;
import org.apache.ibatis.session.SqlSessionFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes MyBatis-Plus use the application's generator instead of its own. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(IdentifierGenerator.class)
public final class MybatisConfiguration {

  /** Generates MyBatis-Plus ids: for {@code ASSIGN_ID}, and for its class {@code IdWorker}. */
  @Bean
  @ConditionalOnMissingBean
  IdentifierGenerator snowbraidForMybatisPlus(
      ObjectProvider<IdGenerator> generator, ListableBeanFactory beans) {
    Supplier<IdGenerator> ids = WorkerDatabase.generator(generator, beans);
    return entity -> ids.get().nextId();
  }

  /**
   * Passes the bean, Snowbraid's or the application's, to the factories that the application
   * builds, one per database. They do not look it up themselves and would generate equal ids.
   */
  @Bean
  static BeanPostProcessor snowbraidForFactoriesOfMybatisPlus(
      ObjectProvider<IdentifierGenerator> generator) {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof SqlSessionFactory factory
            && factory.getConfiguration()
                instanceof com.baomidou.mybatisplus.core.MybatisConfiguration configuration) {
          generator.ifUnique(ids -> replaceDefault(configuration, ids));
        }
        return bean;
      }
    };
  }

  private static void replaceDefault(
      com.baomidou.mybatisplus.core.MybatisConfiguration configuration, IdentifierGenerator ids) {
    GlobalConfig config = GlobalConfigUtils.getGlobalConfig(configuration);
    if (config.getIdentifierGenerator() instanceof DefaultIdentifierGenerator) {
      config.setIdentifierGenerator(ids);
      IdWorker.setIdentifierGenerator(ids);
    }
  }
}
