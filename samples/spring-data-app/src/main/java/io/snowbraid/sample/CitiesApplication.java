package io.snowbraid.sample;

import java.util.Arrays;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * Imports the world's cities, prints what became of their ids, and ends; with the argument {@code
 * serve} it stays up as a web server instead.
 */
@SpringBootApplication
public class CitiesApplication {

  /** Made by Spring. */
  public CitiesApplication() {}

  /**
   * Runs the sample.
   *
   * @param arguments {@code serve} to stay up for a browser
   */
  public static void main(String[] arguments) {
    boolean serve = Arrays.asList(arguments).contains("serve");
    SpringApplication application = new SpringApplication(CitiesApplication.class);
    application.setWebApplicationType(serve ? WebApplicationType.SERVLET : WebApplicationType.NONE);
    application.run(arguments);
    if (serve) {
      System.out.println("Open http://localhost:8080/ in a browser; stop with Ctrl-C.");
    }
  }
}
