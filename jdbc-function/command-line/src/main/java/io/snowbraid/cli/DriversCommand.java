package io.snowbraid.cli;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows which databases this tool can connect to, and how to add others. */
@Command(
    name = "drivers",
    description =
        "Lists the JDBC drivers on the class path, and shows how to add others: copy them to the"
            + " folder drivers, and start with java -cp instead of java -jar.",
    mixinStandardHelpOptions = true)
final class DriversCommand implements Runnable {

  @Mixin private final ResultPrinter output = new ResultPrinter();

  @Override
  public void run() {
    output.print(Arrays.stream(DriverArtifact.values()).map(DriversCommand::row).toList());
    output.say(
        "To add a driver, copy its jar, and start with the folder on the class path:\n"
            + DriverArtifact.SQLITE.download()
            + "\n"
            + DriverArtifact.start("COMMAND ..."));
  }

  private static Map<String, Object> row(DriverArtifact driver) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("url", driver.scheme());
    row.put("driver", driver.isPresent() ? "present" : "missing");
    row.put("artifact", driver.artifact());
    return row;
  }
}
