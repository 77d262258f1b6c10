package io.snowbraid.sample;

import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * Imports the world's cities, prints a report about their ids, and exits. With the argument {@code
 * serve} it keeps running as a web server.
 */
@SpringBootApplication
public class CitiesApplication {

  /** Called by Spring. */
  public CitiesApplication() {}

  /**
   * Runs the sample.
   *
   * @param arguments {@code serve} to keep running as a web server
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
