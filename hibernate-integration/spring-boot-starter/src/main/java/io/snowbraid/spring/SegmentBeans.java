package io.snowbraid.spring;

import io.snowbraid.IdGenerator;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.spring.SnowbraidProperties.SegmentProperties;
import java.util.Map;
import java.util.Set;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Registers a bean for each tag that has properties: an {@link IdGenerator} with the tag as its
 * qualifier. A dependency without a qualifier never gets one of them.
 */
final class SegmentBeans implements BeanDefinitionRegistryPostProcessor {

  private static final Bindable<Map<String, SegmentProperties>> SEGMENTS =
      Bindable.mapOf(String.class, SegmentProperties.class);

  private final Environment environment;

  SegmentBeans(Environment environment) {
    this.environment = environment;
  }

  /** Returns the tags that have properties. */
  static Set<String> tags(Environment environment) {
    return Binder.get(environment)
        .bind("snowbraid.segments", SEGMENTS)
        .map(Map::keySet)
        .orElse(Set.of());
  }

  @Override
  public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
    ConfigurableListableBeanFactory beans = (ConfigurableListableBeanFactory) registry;
    for (String tag : tags(environment)) {
      RootBeanDefinition definition =
          new RootBeanDefinition(IdGenerator.class, () -> generator(beans, tag));
      definition.setDefaultCandidate(false);
      definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, tag));
      definition.setDestroyMethodName(""); // the generators of all tags are closed together
      registry.registerBeanDefinition("snowbraid.segments." + tag, definition);
    }
  }

  private static IdGenerator generator(ConfigurableListableBeanFactory beans, String tag) {
    SegmentGenerators numbers = beans.getBean(SegmentGenerators.class);
    numbers.prepare(tag);
    return numbers.generator(tag);
  }
}
