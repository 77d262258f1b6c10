package io.snowbraid.spring.internal;

import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Stops an application whose Spring Boot version does not match the starter. Otherwise only parts
 * of the auto-configuration would apply, and entities and the bean would each lease a worker.
 */
final class BootVersionCheck
    implements ApplicationContextInitializer<ConfigurableApplicationContext> {

  @Override
  public void initialize(ConfigurableApplicationContext context) {
    require(SpringBootVersion.getVersion());
  }

  static void require(String version) {
    if (!version.startsWith(SupportedBootLine.MAJOR + ".")) {
      throw new NotConfiguredException(
          artifact(SupportedBootLine.MAJOR)
              + " is for Spring Boot "
              + SupportedBootLine.MAJOR
              + ", but the application uses Spring Boot "
              + version
              + ".",
          version.startsWith("3.")
              ? replace("3")
              : version.startsWith("4.") ? replace("4") : "Use Spring Boot 3.5 or 4.");
    }
  }

  private static String replace(String major) {
    return "Replace the dependency with io.snowbraid:" + artifact(major) + ".";
  }

  private static String artifact(String major) {
    return major.equals("3") ? "snowbraid-spring-boot-3-starter" : "snowbraid-spring-boot-starter";
  }
}
