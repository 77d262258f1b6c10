package io.snowbraid.spring.internal;

import io.snowbraid.IdGenerator;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.segment.SegmentSettings;
import io.snowbraid.segment.SegmentSource;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Creates the segment generators, {@link SegmentGenerators}, unless the application has such a
 * bean. They draw from a {@link SegmentSource} bean if there is one, otherwise from the table that
 * the {@link SnowbraidProperties} describe.
 *
 * <p>They are created when first needed, so an application that does not use them gets no table.
 * Each tag with properties has its own bean, and its first numbers are drawn at startup.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(SegmentsConfiguration.OnStore.class)
@Import(SegmentsConfiguration.Tags.class)
public final class SegmentsConfiguration {

  /** The name of the generators' bean. */
  public static final String GENERATORS = "snowbraidSegments";

  /** Matches if there is a store to draw from. */
  static final class OnStore extends AnyNestedCondition {

    OnStore() {
      super(ConfigurationPhase.REGISTER_BEAN);
    }

    @ConditionalOnBean(DataSource.class)
    static final class OnDatabase {}

    @ConditionalOnBean(SegmentSource.class)
    static final class OnSource {}

    @ConditionalOnProperty("snowbraid.directory")
    static final class OnDirectory {}
  }

  @Bean(GENERATORS)
  @Lazy
  @ConditionalOnMissingBean
  SegmentGenerators snowbraidSegments(
      SnowbraidProperties properties,
      ObjectProvider<SegmentSource> sources,
      WorkerDatabase database) {
    SegmentSource source =
        sources.getIfAvailable(
            () ->
                properties.hasSegmentsInDirectory()
                    ? properties.generator().segments()
                    : database.segments());
    SegmentGenerators.Builder builder = SegmentGenerators.builder().source(source);
    properties
        .segments()
        .forEach((tag, values) -> builder.settings(tag, settings("segments." + tag, values)));
    return builder.build();
  }

  /** Creates a tag's bean at startup and draws its first numbers. */
  static IdGenerator generator(String tag, SegmentGenerators numbers) {
    numbers.prepare(tag);
    return numbers.generator(tag);
  }

  private static SegmentSettings settings(
      String prefix, SnowbraidProperties.SegmentProperties values) {
    SegmentSettings unset = SegmentSettings.DEFAULT;
    return BuilderProperties.read(
        prefix,
        values,
        given ->
            unset
                .withTarget(Objects.requireNonNullElse(given.target(), unset.target()))
                .withDraws(
                    Objects.requireNonNullElse(given.minDraw(), unset.minDraw()),
                    Objects.requireNonNullElse(given.maxDraw(), unset.maxDraw()))
                .withMaxWait(Objects.requireNonNullElse(given.maxWait(), unset.maxWait())));
  }

  /**
   * Registers a bean for each tag with properties: an {@link IdGenerator} with the tag as its
   * qualifier. A dependency without a qualifier never gets one of these beans.
   */
  static final class Tags implements ImportBeanDefinitionRegistrar {

    private final Environment environment;

    Tags(Environment environment) {
      this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(
        AnnotationMetadata importing, BeanDefinitionRegistry registry) {
      new OnProperties.Tags()
          .read(environment)
          .orElse(Map.of())
          .keySet()
          .forEach(
              tag -> registry.registerBeanDefinition("snowbraid.segments." + tag, definition(tag)));
    }

    private static RootBeanDefinition definition(String tag) {
      RootBeanDefinition definition = new RootBeanDefinition(SegmentsConfiguration.class);
      definition.setFactoryMethodName("generator");
      definition.getConstructorArgumentValues().addIndexedArgumentValue(0, tag);
      definition.setAutowireMode(AbstractBeanDefinition.AUTOWIRE_CONSTRUCTOR);
      definition.setDefaultCandidate(false);
      definition.setLazyInit(false);
      definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, tag));
      return definition;
    }
  }
}
