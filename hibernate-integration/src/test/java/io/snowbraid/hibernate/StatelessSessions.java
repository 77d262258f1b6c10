package io.snowbraid.hibernate;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;

/**
 * Calls stateless sessions by reflection, because the return types of their methods differ between
 * versions of Hibernate.
 */
final class StatelessSessions {

  private StatelessSessions() {}

  /** Calls a method of one argument in a transaction. */
  static void in(SessionFactory factory, String method, Object argument) {
    try (StatelessSession session = factory.openStatelessSession()) {
      session.beginTransaction();
      call(session, method, argument);
      session.getTransaction().commit();
    }
  }

  private static void call(StatelessSession session, String name, Object argument) {
    try {
      Method found =
          Arrays.stream(StatelessSession.class.getMethods())
              .filter(method -> method.getName().equals(name))
              .filter(method -> method.getParameterCount() == 1)
              .findFirst()
              .orElseThrow();
      found.invoke(session, argument);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new AssertionError(e);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
