package io.snowbraid.hibernate.boot;

import io.snowbraid.hibernate.SnowflakeIdentifierGenerator;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Properties;
import org.hibernate.MappingException;
import org.hibernate.generator.Generator;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.id.IdentifierGenerator;
import org.hibernate.mapping.GeneratorCreator;
import org.hibernate.mapping.SimpleValue;

/** Tells a column where its generator comes from. */
final class Creators {

  /** In Hibernate 6.6 it takes an interface that is not there any more. */
  private static final Method SETTER =
      Arrays.stream(SimpleValue.class.getMethods())
          .filter(method -> method.getName().equals("setCustomIdGeneratorCreator"))
          .findFirst()
          .orElseThrow();

  private static final Class<?> CREATOR = SETTER.getParameterTypes()[0];

  private Creators() {}

  /** Whether this is Hibernate 7.0 or later, which looks for generators on packages. */
  static boolean knowsPackages() {
    return CREATOR == GeneratorCreator.class;
  }

  static void set(SimpleValue column, String generatorName, String entity) {
    Properties parameters = new Properties();
    parameters.setProperty(IdentifierGenerator.GENERATOR_NAME, generatorName);
    parameters.setProperty(IdentifierGenerator.ENTITY_NAME, entity);
    if (knowsPackages()) {
      column.setCustomIdGeneratorCreator(context -> create(context, column, parameters));
    } else {
      setOld(column, parameters);
    }
  }

  private static void setOld(SimpleValue column, Properties parameters) {
    Object creator =
        Proxy.newProxyInstance(
            CREATOR.getClassLoader(),
            new Class<?>[] {CREATOR},
            (proxy, method, arguments) ->
                create((GeneratorCreationContext) arguments[0], column, parameters));
    try {
      SETTER.invoke(column, creator);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new MappingException("generator could not be set: " + e.getMessage(), e);
    }
  }

  private static Generator create(
      GeneratorCreationContext context, SimpleValue column, Properties parameters) {
    SnowflakeIdentifierGenerator generator = new SnowflakeIdentifierGenerator();
    generator.configure(column.getType(), parameters, context.getServiceRegistry());
    return generator;
  }
}
