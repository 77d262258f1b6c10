package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.layout.Layout;
import jakarta.persistence.Basic;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.boot.registry.BootstrapServiceRegistry;
import org.hibernate.boot.registry.BootstrapServiceRegistryBuilder;
import org.hibernate.bytecode.enhance.spi.DefaultEnhancementContext;
import org.hibernate.bytecode.enhance.spi.Enhancer;
import org.hibernate.bytecode.enhance.spi.UnloadedField;
import org.hibernate.bytecode.internal.BytecodeProviderInitiator;
import org.hibernate.cfg.Configuration;
import org.hibernate.engine.spi.ManagedEntity;
import org.junit.jupiter.api.Test;

/** Tests entities whose byte code Hibernate has enhanced for lazy attributes and dirty tracking. */
class BytecodeEnhancementTest {

  @Test
  void identifierAndValueAreGeneratedAndKept() throws ReflectiveOperationException {
    EnhancingLoader loader = new EnhancingLoader();
    Class<?> type = loader.loadClass(Letter.class.getName());
    assertThat(ManagedEntity.class).isAssignableFrom(type);
    try (HikariDataSource database = TestFactory.database("enhanced");
        SessionFactory factory = open(database, loader, type)) {
      Object fresh = type.getConstructor().newInstance();
      factory.inTransaction(session -> session.persist(fresh));
      Object id = factory.getPersistenceUnitUtil().getIdentifier(fresh);
      assertThat(Layout.DEFAULT.decode((Long) id).worker()).isEqualTo(7);
      assertThat(number(factory)).isGreaterThan((Long) id);
    }
  }

  private static SessionFactory open(DataSource database, ClassLoader loader, Class<?> type) {
    BootstrapServiceRegistry registry =
        new BootstrapServiceRegistryBuilder().applyClassLoader(loader).build();
    return TestFactory.configure(
            new Configuration(registry), database, Map.of("snowbraid.worker-id", 7))
        .addAnnotatedClass(type)
        .buildSessionFactory();
  }

  private static Long number(SessionFactory factory) {
    return factory.fromSession(
        session ->
            session
                .createSelectionQuery("select e.number from Letter e", Long.class)
                .getSingleResult());
  }

  /** Loads one class in its enhanced form, and all others unchanged. */
  private static final class EnhancingLoader extends ClassLoader {

    private final Enhancer enhancer =
        BytecodeProviderInitiator.buildDefaultBytecodeProvider()
            .getEnhancer(
                new DefaultEnhancementContext() {
                  @Override
                  public boolean isLazyLoadable(UnloadedField field) {
                    return field.hasAnnotation(Basic.class);
                  }
                });

    EnhancingLoader() {
      super(BytecodeEnhancementTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(Letter.class.getName())) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? enhanced(name) : loaded;
    }

    private Class<?> enhanced(String name) {
      try (InputStream stream =
          getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] code = enhancer.enhance(name, stream.readAllBytes());
        return defineClass(name, code, 0, code.length);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }
}
