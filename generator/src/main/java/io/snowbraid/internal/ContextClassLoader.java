package io.snowbraid.internal;

/**
 * Runs code of others in a thread of the background, which has no context class loader of its own:
 * some of them look for their classes and files there.
 */
public final class ContextClassLoader {

  private ContextClassLoader() {}

  /**
   * Runs work with the class loader of an object as the thread's context class loader, and without
   * one afterwards, so that the thread keeps nothing of an application that ends.
   *
   * @param foreign what is called: a data source, a worker source, a listener
   * @param work what calls it
   */
  public static void run(Object foreign, Runnable work) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(foreign.getClass().getClassLoader());
    try {
      work.run();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
