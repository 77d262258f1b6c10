package io.snowbraid.hibernate.boot;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.hibernate.MappingException;
import org.hibernate.boot.spi.InFlightMetadataCollector;
import org.hibernate.generator.Generator;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.id.IdentifierGenerator;
import org.hibernate.mapping.GeneratorCreator;
import org.hibernate.mapping.SimpleValue;
import org.jspecify.annotations.Nullable;

/** Sets and reads column generators, where Hibernate 6.6 differs from later versions. */
final class ColumnGenerators {

  /**
   * The setter, found by reflection because its parameter type in Hibernate 6.6 was later removed.
   */
  private static final Method SETTER =
      Arrays.stream(SimpleValue.class.getMethods())
          .filter(method -> method.getName().equals("setCustomIdGeneratorCreator"))
          .findFirst()
          .orElseThrow();

  private static final Class<?> CREATOR = SETTER.getParameterTypes()[0];

  private ColumnGenerators() {}

  interface Creator {
    Generator create(GeneratorCreationContext context);
  }

  static boolean isOfHibernate6() {
    return CREATOR != GeneratorCreator.class;
  }

  /** Sets the function that creates a column's generator. */
  static void set(SimpleValue column, Creator creator) {
    if (isOfHibernate6()) {
      setOld(column, creator);
    } else {
      column.setCustomIdGeneratorCreator(creator::create);
    }
  }

  private static void setOld(SimpleValue column, Creator creator) {
    Object proxied =
        Proxy.newProxyInstance(
            CREATOR.getClassLoader(),
            new Class<?>[] {CREATOR},
            (proxy, method, arguments) -> creator.create((GeneratorCreationContext) arguments[0]));
    try {
      SETTER.invoke(column, proxied);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new MappingException("generator could not be set: " + e.getMessage(), e);
    }
  }

  /** Checks the generator that Hibernate creates for a column. Not for Hibernate 6.6. */
  static void check(SimpleValue column, UnaryOperator<Generator> check) {
    GeneratorCreator made = column.getCustomIdGeneratorCreator();
    if (made != null) {
      column.setCustomIdGeneratorCreator(context -> check.apply(made.createGenerator(context)));
    }
  }

  /**
   * Returns an identifier's generator name from annotations or mapping files. Only for Hibernate
   * 6.6.
   */
  static Optional<String> generatorName(SimpleValue column) {
    String strategy = strategy(column);
    if (GeneratorNames.isSnowbraidName(strategy)) {
      return Optional.of(strategy); // from a mapping file in the legacy hbm format
    }
    Object parameters = call(column, "getIdentifierGeneratorParameters");
    return parameters instanceof Map<?, ?> all
            && all.get(IdentifierGenerator.GENERATOR_NAME) instanceof String name
        ? Optional.of(name)
        : Optional.empty();
  }

  /** Returns the generator's class or short name. Only for Hibernate 6.6. */
  static String strategy(SimpleValue column) {
    return String.valueOf(call(column, "getIdentifierGeneratorStrategy"));
  }

  /** Returns whether any generator of this name is defined. Only for Hibernate 6.6. */
  static boolean isDefined(InFlightMetadataCollector metadata, String name) {
    return call(metadata, "getIdentifierGenerator", name) != null;
  }

  private static @Nullable Object call(Object target, String method, String... arguments) {
    Class<?>[] types = new Class<?>[arguments.length];
    Arrays.fill(types, String.class);
    try {
      return target.getClass().getMethod(method, types).invoke(target, (Object[]) arguments);
    } catch (ReflectiveOperationException e) {
      throw new MappingException(
          "method of Hibernate 6.6 could not be called: " + method + ": " + e.getMessage(), e);
    }
  }
}
