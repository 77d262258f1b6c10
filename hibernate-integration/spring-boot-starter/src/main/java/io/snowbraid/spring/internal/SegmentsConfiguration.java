package io.snowbraid.spring.internal;

import io.snowbraid.jdbc.JdbcSegmentSource;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.segment.SegmentSettings;
import io.snowbraid.segment.SegmentSource;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/**
 * Creates the generators of numbers in a row, {@link SegmentGenerators}, unless the application has
 * such a bean. They draw from a {@link SegmentSource} bean if there is one, otherwise from the
 * table that the {@link SnowbraidProperties} describe.
 *
 * <p>They are created when they are first needed, so an application that does not use them gets no
 * table. The first numbers of tags with properties are drawn at startup; each of these tags has a
 * bean of its own, which {@link SegmentBeans} registers.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(SegmentsConfiguration.OnStore.class)
public final class SegmentsConfiguration {

  /** The name of the bean with the generators. */
  public static final String GENERATORS = "snowbraidSegments";

  /** There is something to draw from. */
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

  @Bean
  static SegmentBeans snowbraidSegmentBeans(Environment environment) {
    return new SegmentBeans(environment);
  }

  @Bean(GENERATORS)
  @Lazy
  @ConditionalOnMissingBean
  SegmentGenerators snowbraidSegments(
      SnowbraidProperties properties,
      ObjectProvider<SegmentSource> sources,
      ListableBeanFactory beans,
      Environment environment) {
    SegmentSource source =
        sources.getIfAvailable(
            () ->
                properties.hasSegmentsInDirectory()
                    ? properties.generator().segments()
                    : table(
                        properties,
                        new DataSourceLookup(beans, properties.dataSource()),
                        environment));
    SegmentGenerators.Builder builder = SegmentGenerators.builder().source(source);
    properties
        .segments()
        .forEach((tag, values) -> builder.settings(tag, settings("segments." + tag, values)));
    return builder.build();
  }

  private static JdbcSegmentSource table(
      SnowbraidProperties properties, DataSourceLookup databases, Environment environment) {
    DataSource database = databases.find().orElseThrow(NoWorkerCause.NOWHERE::rejection);
    String name =
        Objects.requireNonNullElse(properties.segmentTable(), JdbcSegmentSource.DEFAULT_TABLE);
    JdbcSegmentSource source = JdbcSegmentSource.of(database);
    JdbcSegmentSource named = BuilderProperties.read("segment-table", name, source::withTable);
    String qualified =
        new WorkerTableLocation(properties.generator(), environment).qualified(name, database);
    return (qualified.equals(name) ? named : source.withTable(qualified))
        .withTableCreation(!Boolean.FALSE.equals(properties.createTable()));
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
}
