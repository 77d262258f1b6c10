package io.snowbraid.sample;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Ids worth a look. */
@Component
class IdExamples {

  private final ImportRunner run;
  private final IdMonitor monitor;

  IdExamples(ImportRunner run, IdMonitor monitor) {
    this.run = run;
    this.monitor = monitor;
  }

  /**
   * An id.
   *
   * @param name what it is an example of
   */
  record Example(long id, String name) {}

  /** What is known by now: no city before the import has ended. */
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
