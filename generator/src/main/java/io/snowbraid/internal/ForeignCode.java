package io.snowbraid.internal;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.AccessControlContext;
import java.security.AccessController;
import java.security.DomainCombiner;
import java.security.PrivilegedAction;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/**
 * Runs code of others in a thread of the background, as a driver's. It finds its class loader
 * there, and what it starts keeps nothing of this library's application. For example, the timer of
 * a driver that the server brings along outlives the application whose call started it.
 *
 * <p>Up to JDK 23, a new thread inherits the protection domains of all classes on the stack, and
 * with them their class loaders. {@link DomainCombiner} is what can take them off it.
 */
@SuppressWarnings("removal") // to be removed together with what it works around
public final class ForeignCode {

  /** The last one whose threads inherit domains. */
  private static final int LAST_JDK = 23;

  /** A context that removes all domains; null where threads inherit none. */
  private static final @Nullable AccessControlContext NO_DOMAINS = noDomains();

  private ForeignCode() {}

  /**
   * Runs work with the class loader of an object as the thread's context class loader, because some
   * look for their classes and files there. Afterwards the thread has none, so that it keeps
   * nothing of an application that ends.
   *
   * @param foreign what is called: a data source, a worker source, a listener
   * @param work what calls it
   */
  public static void run(Object foreign, Runnable work) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(foreign.getClass().getClassLoader());
    try {
      runWithoutDomains(work);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** With a security manager, it would be granted everything. */
  private static void runWithoutDomains(Runnable work) {
    if (NO_DOMAINS == null || System.getSecurityManager() != null) {
      work.run();
      return;
    }
    PrivilegedAction<?> action =
        () -> {
          work.run();
          return null;
        };
    AccessController.doPrivileged(action, NO_DOMAINS);
  }

  private static @Nullable AccessControlContext noDomains() {
    if (Runtime.version().feature() > LAST_JDK) {
      return null;
    }
    try {
      System.getSecurityManager(); // it may be missing, too
      ProtectionDomain[] none = {};
      return new AccessControlContext(new AccessControlContext(none), removing());
    } catch (RuntimeException | Error e) { // whatever a platform without it throws
      return null;
    }
  }

  /** Threads keep the combiner, so it consists of classes of the JDK only. */
  private static DomainCombiner removing() {
    Class<?> domains = ProtectionDomain[].class;
    MethodHandle none = MethodHandles.empty(MethodType.methodType(domains, domains, domains));
    return JdkTimer.proxy(DomainCombiner.class, none);
  }
}
