package io.snowbraid.spring.internal.worker;

import io.snowbraid.spring.internal.SnowbraidProperties;
import io.snowbraid.spring.internal.SnowbraidProperties.Zookeeper;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.MutuallyExclusiveConfigurationPropertiesException;

/**
 * Checks the properties that say where the worker comes from: a number, a directory, ZooKeeper, or
 * a table. They must not be mixed, because one of them would be ignored.
 */
public final class WorkerSourceConflicts {

  private record Property(String name, @Nullable Object value, String kind) {}

  private static final String DIRECTORY = "directory";
  private static final String ZOOKEEPER = "ZooKeeper";
  private static final String TABLE = "table";

  private static final Set<String> OF_TAGS = Set.of("create-table", "data-source");

  private final List<Property> set;

  private WorkerSourceConflicts(List<Property> all) {
    this.set = all.stream().filter(property -> property.value() != null).toList();
  }

  public static WorkerSourceConflicts of(SnowbraidProperties properties) {
    Zookeeper zookeeper = properties.zookeeper();
    boolean isZooKeeper = zookeeper.connectString() != null || zookeeper.path() != null;
    String shared = isZooKeeper ? ZOOKEEPER : TABLE;
    List<Property> all = new ArrayList<>();
    all.add(new Property("worker-id", properties.workerId(), "number"));
    all.add(new Property("directory", properties.directory(), DIRECTORY));
    all.add(new Property("zookeeper.connect-string", zookeeper.connectString(), ZOOKEEPER));
    all.add(new Property("zookeeper.path", zookeeper.path(), ZOOKEEPER));
    all.add(new Property("table", properties.table(), TABLE));
    all.add(new Property("create-table", properties.createTable(), TABLE));
    all.add(new Property("namespace", properties.namespace(), shared));
    all.add(
        new Property(
            "workers", properties.workers(), properties.directory() == null ? shared : DIRECTORY));
    if (!properties.sqlFunctions().install()) { // the functions use the data source, too
      all.add(new Property("data-source", properties.dataSource(), TABLE));
    }
    WorkerSourceConflicts conflicts = new WorkerSourceConflicts(all);
    boolean hasTags = !properties.segments().isEmpty() || properties.segmentTable() != null;
    return hasTags ? conflicts.withoutThoseOfTags() : conflicts;
  }

  /** Returns those that are only for workers; the others are for the tags of a database, too. */
  public WorkerSourceConflicts withoutThoseOfTags() {
    return new WorkerSourceConflicts(
        set.stream().filter(property -> !OF_TAGS.contains(property.name())).toList());
  }

  /** Rejects properties of two kinds. */
  public void requireOneKind() {
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
  public void requireNone(String reason) {
    for (Property property : set) {
      throw new InvalidConfigurationPropertyValueException(
          "snowbraid." + property.name(),
          property.value(),
          reason + ", so the property would be ignored: remove one of the two.");
    }
  }
}
