package io.snowbraid.sample;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Provides ids that are worth decoding. */
@Component
class IdExamples {

  private final ImportRunner run;
  private final IdMonitor monitor;

  IdExamples(ImportRunner run, IdMonitor monitor) {
    this.run = run;
    this.monitor = monitor;
  }

  /**
   * An id to decode.
   *
   * @param name what it is an example of, for a page
   */
  record Example(long id, String name) {}

  /** Returns the examples available now; there are no cities before the import has ended. */
  List<Example> all() {
    OptionalLong other = monitor.lastOther();
    return Stream.concat(
            run.figures().stream().flatMap(figures -> ofStep(figures.imported())),
            other.stream().mapToObj(id -> new Example(id, "An id of the second process")))
        .toList();
  }

  private static Stream<Example> ofStep(CityImport.Result imported) {
    return Stream.of(
        new Example(imported.lastBefore(), "A city issued before the step"),
        new Example(imported.firstAfter(), "A city issued after the step"));
  }
}
