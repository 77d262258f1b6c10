package io.snowbraid.sample;

import io.snowbraid.jdbc.JdbcWorkerSource;
import java.time.Instant;
import javax.sql.DataSource;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseBody;

/** Serves the live page. It does no work unless a page is open. */
@Controller
class LivePageController {

  private final IdMonitor monitor;
  private final AdjustableClock clock;
  private final LoadGenerator load;
  private final SecondProcess secondProcess;
  private final JdbcWorkerSource workers;
  private final EventLog events;
  private final PlainSnowflakeRunner plain;
  private final ShowMe show;

  LivePageController(
      IdMonitor monitor,
      AdjustableClock clock,
      LoadGenerator load,
      SecondProcess secondProcess,
      DataSource database,
      EventLog events,
      PlainSnowflakeRunner plain,
      ShowMe show) {
    this.monitor = monitor;
    this.clock = clock;
    this.load = load;
    this.secondProcess = secondProcess;
    this.workers = JdbcWorkerSource.of(database);
    this.events = events;
    this.plain = plain;
    this.show = show;
  }

  @GetMapping("/")
  String page(Model model) {
    model.addAttribute("rates", LoadGenerator.RATES);
    addStatus(model);
    return "live";
  }

  /** Serves the changing parts of the page, except for the charts. */
  @GetMapping("/live/status")
  String status(Model model) {
    addStatus(model);
    return "live-status";
  }

  private void addStatus(Model model) {
    model.addAttribute("totals", monitor.totals());
    model.addAttribute("repeats", plain.repeats());
    model.addAttribute("caption", show.caption());
    model.addAttribute("clock", ClockView.of(clock));
    model.addAttribute("rate", load.rate());
    model.addAttribute("failure", load.failure());
    model.addAttribute("secondProcess", secondProcess.state());
    Instant now = workers.storeTime().orElseThrow();
    model.addAttribute(
        "leases", workers.workers().stream().map(lease -> LeaseView.of(lease, now)).toList());
    model.addAttribute("events", events.entries());
  }

  /** Serves the data of the charts. */
  @GetMapping("/live/data")
  @ResponseBody
  IdMonitor.Snapshot data() {
    load.watched();
    return monitor.snapshot();
  }
}
