package io.snowbraid.cli;

import static io.snowbraid.cli.ResultPrinter.row;

import io.snowbraid.worker.record.WorkerInfo;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the owner and state of each worker. */
@Command(
    name = "workers",
    description = "Shows which process holds which worker, until when, and when it was last seen.")
final class WorkersCommand implements Callable<Integer> {

  @Mixin private final WorkerStoreOptions options = new WorkerStoreOptions();
  @Mixin private final ResultPrinter output = new ResultPrinter();

  /** Shows all readable workers; returns 1 if a record is missing or damaged. */
  @Override
  public Integer call() throws SQLException {
    try (WorkerStore store = options.open()) {
      List<WorkerInfo> workers = store.workers();
      GrantedTime grants = new GrantedTime(options.place());
      output.print(workers.stream().map(worker -> describe(worker, grants)).toList());
      List<String> warnings = store.warnings();
      warnings.forEach(output::complain);
      if (workers.isEmpty() && warnings.isEmpty()) {
        List<String> others =
            store instanceof WorkerStore.Table table ? options.namespaces(table.pool()) : List.of();
        output.say(
            "no worker was ever leased in "
                + options.place()
                + (others.isEmpty() ? "" : "; the table has the namespaces " + others));
      }
      return warnings.isEmpty() ? 0 : 1;
    }
  }

  private static Map<String, Object> describe(WorkerInfo worker, GrantedTime grants) {
    return row(
        "worker", worker.worker(),
        "owner", worker.owner(),
        "state", worker.state().name().toLowerCase(Locale.ROOT),
        "until", worker.expiresAt().map(Object::toString).orElse("-"),
        "lastSeen", worker.seenAt().toString(),
        "grantedTo", grants.until(worker),
        "fence", worker.fence());
  }
}
