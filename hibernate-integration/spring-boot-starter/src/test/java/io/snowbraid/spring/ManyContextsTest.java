package io.snowbraid.spring;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowbraid.Snowflake;
import io.snowbraid.testing.Crowd;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.OverridingClassLoader;
import org.springframework.core.io.DefaultResourceLoader;

/** Tests the ids of a process that opens many contexts, on one directory or on one database. */
@Tag("slow")
class ManyContextsTest {

  private static final int IDS = 1000;

  /** An application that is started in a class loader of its own. */
  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({SnowbraidAutoConfiguration.class, DataSourceAutoConfiguration.class})
  public static class Shop {

    /** Takes ids in an application, and closes it. */
    public static List<Long> ids(List<String> settings) {
      ClassLoader loader = Shop.class.getClassLoader();
      try (ConfigurableApplicationContext context =
          new SpringApplicationBuilder(new DefaultResourceLoader(loader), Shop.class)
              .run(settings.stream().map(setting -> "--" + setting).toArray(String[]::new))) {
        assertThat(context.getBean(Snowflake.class).getClass().getClassLoader()).isSameAs(loader);
        return take(context.getBean(Snowflake.class));
      }
    }
  }

  @TempDir private Path directory;
  private final String database = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

  private static List<Long> take(Snowflake ids) {
    return Arrays.stream(ids.nextIds(IDS)).boxed().toList();
  }

  private List<String> settings(String origin) {
    String url = "spring.datasource.url=" + database;
    return origin.equals("table") ? List.of(url) : List.of(url, "snowbraid.directory=" + directory);
  }

  /** As with a suite that runs in parallel and whose classes have different configurations. */
  @ParameterizedTest
  @ValueSource(strings = {"directory", "table"})
  void contextsThatAreOpenAtOnceIssueDistinctIds(String origin) throws Exception {
    int count = 20;
    CyclicBarrier allAreOpen = new CyclicBarrier(count);
    assertThat(Crowd.call(count, () -> taken(origin, allAreOpen)).stream().flatMap(List::stream))
        .doesNotHaveDuplicates()
        .hasSize(count * IDS);
  }

  private List<Long> taken(String origin, CyclicBarrier allAreOpen) {
    List<Long> taken = new ArrayList<>();
    TestContexts.withDatabase()
        .withPropertyValues(settings(origin).toArray(String[]::new))
        .run(
            context -> {
              allAreOpen.await(1, MINUTES);
              taken.addAll(take(TestContexts.snowflake(context)));
            });
    return taken;
  }

  /** As the developer tools of Spring Boot restart an application, with all of this library. */
  @ParameterizedTest
  @ValueSource(strings = {"directory", "table"})
  void restartsInNewClassLoadersIssueDistinctIds(String origin) throws Exception {
    List<Long> all = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      all.addAll(restarted(settings(origin)));
    }
    assertThat(all).doesNotHaveDuplicates().hasSize(3 * IDS);
  }

  @SuppressWarnings("unchecked")
  private static List<Long> restarted(List<String> settings) throws Exception {
    ClassLoader original = Thread.currentThread().getContextClassLoader();
    ClassLoader loader = new Restarted(original);
    Method ids = loader.loadClass(Shop.class.getName()).getMethod("ids", List.class);
    Thread.currentThread().setContextClassLoader(loader);
    try {
      return (List<Long>) ids.invoke(null, settings);
    } finally {
      Thread.currentThread().setContextClassLoader(original);
    }
  }

  /** Loads the library and the application anew. */
  private static final class Restarted extends OverridingClassLoader {

    Restarted(ClassLoader parent) {
      super(parent);
    }

    @Override
    protected boolean isEligibleForOverriding(String name) {
      return name.startsWith("io.snowbraid.");
    }
  }
}
