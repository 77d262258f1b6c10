package io.snowbraid.cli;

import io.snowbraid.worker.record.WorkerInfo;
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

  @Mixin private final WorkerStoreOptions options = new WorkerStoreOptions();
  @Mixin private final ResultPrinter output = new ResultPrinter();

  @Override
  public void run() {
    try (WorkerStore store = options.open()) {
      List<WorkerInfo> workers = store.workers();
      GrantedTime grants = new GrantedTime(options.place());
      output.print(workers.stream().map(worker -> row(worker, grants)).toList());
      if (workers.isEmpty()) {
        output.say("no worker was ever leased: " + options.place());
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
