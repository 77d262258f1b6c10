package io.snowbraid.cli;

import io.snowbraid.worker.record.WorkerInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows who holds which worker. */
@Command(
    name = "workers",
    description = "Shows who holds which worker, until when, and when it was last seen.",
    mixinStandardHelpOptions = true)
final class WorkersCommand implements Callable<Integer> {

  @Mixin private final WorkerStoreOptions options = new WorkerStoreOptions();
  @Mixin private final ResultPrinter output = new ResultPrinter();

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway") // picocli sets the field
  WorkersCommand() {}

  /** Shows what can be read; returns 1 if something is missing or damaged. */
  @Override
  public Integer call() {
    try (WorkerStore store = options.open()) {
      List<WorkerInfo> workers = store.workers();
      GrantedTime grants = new GrantedTime(options.place());
      output.print(workers.stream().map(worker -> row(worker, grants)).toList());
      List<String> warnings = store.warnings();
      warnings.forEach(text -> spec.commandLine().getErr().println(TerminalText.line(text)));
      if (workers.isEmpty() && warnings.isEmpty()) {
        output.say("no worker was ever leased: " + options.place());
      }
      return warnings.isEmpty() ? 0 : 1;
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
