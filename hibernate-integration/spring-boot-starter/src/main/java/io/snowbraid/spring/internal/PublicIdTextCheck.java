package io.snowbraid.spring.internal;

import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.ClassUtils;

/**
 * Stops the startup if a controller expects public ids that nothing reads: Spring would read
 * numbers in their place. It needs no bean, because without keys there is none.
 */
public final class PublicIdTextCheck
    implements ApplicationContextInitializer<ConfigurableApplicationContext> {

  private static final String MAPPING =
      "org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping";

  @Override
  public void initialize(ConfigurableApplicationContext context) {
    if (ClassUtils.isPresent(MAPPING, context.getClassLoader())) {
      context.addBeanFactoryPostProcessor(
          beans -> beans.addBeanPostProcessor(new ControllerCheck(beans)));
    }
  }
}
