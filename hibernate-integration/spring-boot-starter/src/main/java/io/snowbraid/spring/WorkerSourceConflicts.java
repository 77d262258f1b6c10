package io.snowbraid.spring;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.MutuallyExclusiveConfigurationPropertiesException;

/**
 * Checks the properties that say where the worker comes from: a number, a directory, or a table.
 * They must not be mixed, because one of them would be ignored.
 */
final class WorkerSourceConflicts {

  private record Property(String name, @Nullable Object value, String kind) {}

  private static final Set<String> OF_TAGS = Set.of("create-table", "data-source");

  private final List<Property> set;

  private WorkerSourceConflicts(List<Property> all) {
    this.set = all.stream().filter(property -> property.value() != null).toList();
  }

  static WorkerSourceConflicts of(SnowbraidProperties properties) {
    List<Property> all = new ArrayList<>();
    all.add(new Property("worker-id", properties.workerId(), "number"));
    all.add(new Property("directory", properties.directory(), "directory"));
    all.add(new Property("table", properties.table(), "table"));
    all.add(new Property("create-table", properties.createTable(), "table"));
    all.add(new Property("namespace", properties.namespace(), "table"));
    all.add(
        new Property(
            "workers",
            properties.workers(),
            properties.directory() == null ? "table" : "directory"));
    if (!properties.sqlFunctions().install()) { // the functions use the data source, too
      all.add(new Property("data-source", properties.dataSource(), "table"));
    }
    return new WorkerSourceConflicts(all);
  }

  /** Returns those that are only for workers; the others are for the tags of a database, too. */
  WorkerSourceConflicts withoutThoseOfTags() {
    return new WorkerSourceConflicts(
        set.stream().filter(property -> !OF_TAGS.contains(property.name())).toList());
  }

  /** Rejects properties of two kinds. */
  void requireOneKind() {
    for (Property property : set) {
      if (!property.kind().equals(set.get(0).kind())) {
        LinkedHashSet<String> both = new LinkedHashSet<>();
        both.add("snowbraid." + set.get(0).name());
        both.add("snowbraid." + property.name());
        throw new MutuallyExclusiveConfigurationPropertiesException(both, both);
      }
    }
  }

  /**
   * Rejects all of them.
   *
   * @param reason what they are in conflict with, as a sentence without its end
   */
  void requireNone(String reason) {
    for (Property property : set) {
      throw new InvalidConfigurationPropertyValueException(
          "snowbraid." + property.name(),
          property.value(),
          reason + ", so the property would be ignored: remove one of the two.");
    }
  }
}
