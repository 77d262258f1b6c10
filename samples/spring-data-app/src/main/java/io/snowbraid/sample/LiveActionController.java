package io.snowbraid.sample;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.util.HtmlUtils;

/**
 * Carries out what visitors may do. Each response is a sentence, and makes the page refresh at
 * once.
 */
@RestController
@RequestMapping("/live")
class LiveActionController {

  private static final Duration LARGEST_STEP = Duration.ofDays(366);

  private final AdjustableClock clock;
  private final LoadGenerator load;
  private final SecondProcess secondProcess;
  private final ShowMe show;
  private final OrderDesk desk;

  LiveActionController(
      AdjustableClock clock,
      LoadGenerator load,
      SecondProcess secondProcess,
      ShowMe show,
      OrderDesk desk) {
    this.clock = clock;
    this.load = load;
    this.secondProcess = secondProcess;
    this.show = show;
    this.desk = desk;
  }

  /** The actions on the clock. */
  enum ClockAction {
    BACK,
    FORWARD,
    FREEZE,
    SWING,
    SET_RIGHT
  }

  /** The actions on the second process. */
  enum ProcessAction {
    START,
    STOP,
    KILL
  }

  @PostMapping("/show")
  ResponseEntity<String> show() {
    show.start();
    return said("Watch the chart for 15 seconds.");
  }

  @PostMapping("/clock")
  ResponseEntity<String> clock(@RequestParam ClockAction action, @RequestParam Duration by) {
    if (by.isNegative() || by.compareTo(LARGEST_STEP) > 0) {
      throw new IllegalArgumentException(
          "by must be between 0 and 366 days: by=" + by.toSeconds() + " s");
    }
    return switch (action) {
      case BACK -> {
        clock.step(by.negated());
        yield said("The clock stepped back by " + Formats.length(by) + ".");
      }
      case FORWARD -> {
        clock.step(by);
        yield said("The clock stepped forward by " + Formats.length(by) + ".");
      }
      case FREEZE -> {
        clock.freeze();
        yield said("The clock stands still.");
      }
      case SWING -> {
        clock.swing(by);
        yield said("The clock steps back by " + Formats.length(by) + " and returns, every 5 s.");
      }
      case SET_RIGHT -> {
        clock.setRight();
        yield said("The clock is right again.");
      }
    };
  }

  @PostMapping("/load")
  ResponseEntity<String> load(@RequestParam int rate) {
    if (rate == 0) {
      load.stop();
      return said("The load has stopped.");
    }
    load.start(rate);
    return said(String.format(Locale.ENGLISH, "The load issues %,d ids a second.", rate));
  }

  @PostMapping("/second-process")
  ResponseEntity<String> secondProcess(@RequestParam ProcessAction action)
      throws IOException, SQLException, InterruptedException {
    return switch (action) {
      case START -> {
        secondProcess.start();
        yield said("The second process starts and leases a worker.");
      }
      case STOP -> {
        secondProcess.stop();
        yield said("The second process has released its worker and ended.");
      }
      case KILL -> {
        secondProcess.kill();
        yield said("The second process was killed; its worker stays held until it expires.");
      }
    };
  }

  @PostMapping("/orders")
  ResponseEntity<String> orders(@RequestParam int count) {
    List<Long> numbers = desk.place(count);
    return said(
        count == 1
            ? Formats.format("The order has the number %,d.", numbers.get(0))
            : Formats.format("The orders have the numbers %,d to %,d.", numbers.toArray()));
  }

  @PostMapping("/orders/forget")
  ResponseEntity<String> forget() {
    return said(
        Formats.format("%,d numbers are lost; the next order has a higher one.", desk.forget()));
  }

  private static ResponseEntity<String> said(String sentence) {
    return ResponseEntity.ok()
        .header("HX-Trigger", "refresh")
        .contentType(MediaType.TEXT_HTML)
        .body("<span>" + sentence + "</span>");
  }

  @ExceptionHandler
  ResponseEntity<String> reject(IllegalArgumentException e) {
    return answer(HttpStatus.BAD_REQUEST, Formats.problem(e));
  }

  /**
   * Handled separately, because its cause is an IllegalArgumentException whose message contains
   * class names.
   */
  @ExceptionHandler
  ResponseEntity<String> reject(MethodArgumentTypeMismatchException e) {
    return answer(HttpStatus.BAD_REQUEST, ProblemText.detail(e));
  }

  @ExceptionHandler({ResponseStatusException.class, MissingServletRequestParameterException.class})
  <E extends Exception & ErrorResponse> ResponseEntity<String> reject(E e) {
    return answer(e.getStatusCode(), String.valueOf(e.getBody().getDetail()));
  }

  @ExceptionHandler
  ResponseEntity<String> fail(Exception e) {
    return answer(HttpStatus.INTERNAL_SERVER_ERROR, Formats.problem(e));
  }

  private static ResponseEntity<String> answer(HttpStatusCode status, String sentence) {
    return ResponseEntity.status(status)
        .contentType(MediaType.TEXT_HTML)
        .body("<span>" + HtmlUtils.htmlEscape(sentence) + "</span>");
  }
}
