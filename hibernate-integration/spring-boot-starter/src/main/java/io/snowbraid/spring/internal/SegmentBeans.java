package io.snowbraid.spring.internal;

import io.snowbraid.IdGenerator;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.spring.internal.SnowbraidProperties.SegmentProperties;
import java.util.Map;
import java.util.Set;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.SmartFactoryBean;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

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
    for (String tag : tags(environment)) {
      String name = "snowbraid.segments." + tag;
      if (!registry.containsBeanDefinition(name)) { // ahead-of-time processing may have made it
        registry.registerBeanDefinition(name, definition(tag));
      }
    }
  }

  private static RootBeanDefinition definition(String tag) {
    RootBeanDefinition definition = new RootBeanDefinition(TagGenerator.class);
    definition.getConstructorArgumentValues().addIndexedArgumentValue(0, tag);
    // otherwise Spring creates it to learn its type, even while it creates the data source
    definition.setAttribute(FactoryBean.OBJECT_TYPE_ATTRIBUTE, IdGenerator.class);
    definition.setAutowireMode(AbstractBeanDefinition.AUTOWIRE_CONSTRUCTOR);
    definition.setDefaultCandidate(false);
    definition.setLazyInit(false);
    definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, tag));
    return definition;
  }

  /** Makes the bean of one tag at startup, and draws its first numbers. */
  static final class TagGenerator implements SmartFactoryBean<IdGenerator> {

    private final String tag;
    private final SegmentGenerators numbers;

    /**
     * Called by Spring.
     *
     * @param tag the tag
     * @param numbers issues its numbers
     */
    TagGenerator(String tag, SegmentGenerators numbers) {
      this.tag = tag;
      this.numbers = numbers;
    }

    @Override
    public IdGenerator getObject() {
      numbers.prepare(tag);
      return numbers.generator(tag);
    }

    @Override
    public Class<?> getObjectType() {
      return IdGenerator.class;
    }

    @Override
    public boolean isEagerInit() {
      return true;
    }
  }

  /** Matches if a tag has properties. */
  static final class OnTags extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(
        ConditionContext context, AnnotatedTypeMetadata metadata) {
      ConditionMessage.Builder message = ConditionMessage.forCondition("Snowbraid segments");
      return SegmentBeans.tags(context.getEnvironment()).isEmpty()
          ? ConditionOutcome.noMatch(message.because("no tag has properties"))
          : ConditionOutcome.match(message.because("tags have properties"));
    }
  }
}
