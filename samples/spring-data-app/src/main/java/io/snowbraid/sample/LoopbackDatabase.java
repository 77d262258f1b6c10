package io.snowbraid.sample;

import org.springframework.boot.context.event.ApplicationStartingEvent;
import org.springframework.context.ApplicationListener;

/**
 * Makes H2's server for the second process listen on the loopback address only. H2 reads this
 * property once, when its first class is loaded, and has no other setting for it.
 */
final class LoopbackDatabase implements ApplicationListener<ApplicationStartingEvent> {

  static final String ADDRESS = "127.0.0.1";

  private static final String PROPERTY = "h2.bindAddress";

  @Override
  public void onApplicationEvent(ApplicationStartingEvent event) {
    System.setProperty(PROPERTY, ADDRESS);
  }
}
