package io.snowbraid.sample;

import org.springframework.boot.context.event.ApplicationStartingEvent;
import org.springframework.context.ApplicationListener;

/**
 * Keeps H2's server for the second process off the network. H2 reads this property once, when its
 * first class is loaded, and has no other way to be told.
 */
final class LoopbackDatabase implements ApplicationListener<ApplicationStartingEvent> {

  static final String ADDRESS = "127.0.0.1";

  private static final String PROPERTY = "h2.bindAddress";

  @Override
  public void onApplicationEvent(ApplicationStartingEvent event) {
    System.setProperty(PROPERTY, ADDRESS);
  }
}
