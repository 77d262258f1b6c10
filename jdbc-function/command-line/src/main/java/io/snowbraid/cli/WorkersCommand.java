package io.snowbraid.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.snowbraid.jdbc.WorkerInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
  @Mixin private final ResultPrinter output = new ResultPrinter();

  @Override
  public void run() {
    try (HikariDataSource pool = database.connect()) {
      List<WorkerInfo> workers = database.workers(pool).workers();
      GrantedTime grants = new GrantedTime(database.place());
      output.print(workers.stream().map(worker -> row(worker, grants)).toList());
      if (workers.isEmpty()) {
        output.say("no worker was ever leased: " + database.place());
      }
    }
  }

  private static Map<String, Object> row(WorkerInfo worker, GrantedTime grants) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("worker", worker.worker());
    row.put("owner", worker.owner());
    row.put("state", worker.state().name().toLowerCase(Locale.ROOT));
    row.put("until", worker.expiresAt().map(Object::toString).orElse("-"));
    row.put("lastSeen", worker.seenAt().toString());
    row.put("grantedTo", grants.until(worker));
    row.put("fence", worker.fence());
    return row;
  }
}
