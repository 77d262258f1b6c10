package io.snowbraid.spring;

import io.snowbraid.hibernate.SnowflakeSettings;
import io.snowbraid.segment.SegmentGenerators;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.context.annotation.Bean;

/** Has Hibernate take numbers in a row from the application's generators. */
@AutoConfiguration(after = SnowbraidSegmentsAutoConfiguration.class)
@ConditionalOnClass(HibernatePropertiesCustomizer.class)
@ConditionalOnBean(SegmentGenerators.class)
final class SnowbraidSegmentsHibernateAutoConfiguration {

  /** Passes them on without creating them, because perhaps no entity needs them. */
  @Bean
  HibernatePropertiesCustomizer snowbraidSegmentsForHibernate(
      ObjectProvider<SegmentGenerators> numbers) {
    Supplier<SegmentGenerators> later = numbers::getObject;
    return properties -> properties.putIfAbsent(SnowflakeSettings.SEGMENTS, later);
  }
}
