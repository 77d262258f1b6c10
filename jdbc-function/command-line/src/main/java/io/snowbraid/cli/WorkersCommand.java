package io.snowbraid.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.Layout;
import io.snowbraid.jdbc.WorkerRecord;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows who holds which worker. */
@Command(
    name = "workers",
    description = "Shows who holds which worker, until when, and when it was last seen.",
    mixinStandardHelpOptions = true)
final class WorkersCommand implements Runnable {

  @Mixin private final DatabaseOptions database = new DatabaseOptions();
  @Mixin private final Output output = new Output();

  @Override
  public void run() {
    try (HikariDataSource pool = database.connect()) {
      output.print(database.workers(pool).workers().stream().map(WorkersCommand::row).toList());
    }
  }

  private static Map<String, Object> row(WorkerRecord worker) {
    Layout layout = Layout.parse(worker.layout());
    long last = worker.lastTicks().stream().mapToLong(Long::longValue).max().orElse(-1);
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("worker", worker.worker());
    row.put("owner", worker.owner());
    row.put("state", worker.state().name().toLowerCase(java.util.Locale.ROOT));
    row.put("until", worker.expiresAt().map(Object::toString).orElse("-"));
    row.put("last seen", worker.seenAt().toString());
    row.put("granted to", last < 0 ? "-" : time(layout, last));
    row.put("fence", worker.fence());
    return row;
  }

  private static String time(Layout layout, long tick) {
    return layout.epoch().plus(Duration.ofMillis(layout.tick().toMillis() * tick)).toString();
  }
}
