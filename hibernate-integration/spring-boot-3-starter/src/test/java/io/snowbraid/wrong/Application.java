package io.snowbraid.wrong;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/** An application without any code. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class Application {

  public static void main(String[] arguments) {
    SpringApplication application = new SpringApplication(Application.class);
    application.setWebApplicationType(WebApplicationType.NONE);
    application.run(arguments).close();
  }
}
