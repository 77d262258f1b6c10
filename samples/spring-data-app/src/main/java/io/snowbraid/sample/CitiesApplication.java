package io.snowbraid.sample;

import java.util.List;
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
   * @throws InterruptedException if the thread is interrupted while the second process runs
   */
  public static void main(String[] arguments) throws InterruptedException {
    List<String> given = List.of(arguments);
    if (given.contains(SecondProcessMain.ARGUMENT)) {
      SecondProcessMain.run();
    } else {
      run(arguments, given.contains("serve"));
    }
  }

  private static void run(String[] arguments, boolean serve) {
    SpringApplication application = new SpringApplication(CitiesApplication.class);
    application.setWebApplicationType(serve ? WebApplicationType.SERVLET : WebApplicationType.NONE);
    String port = application.run(arguments).getEnvironment().getProperty("local.server.port");
    if (serve) {
      System.out.println("Open http://localhost:" + port + "/ in a browser; stop with Ctrl-C.");
    }
  }
}
