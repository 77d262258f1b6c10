package io.snowbraid;

import io.snowbraid.SnowflakeEvent.Waited;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.EventFactory;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import jdk.jfr.ValueDescriptor;

/** Commits events to Flight Recorder. Each record component becomes a field. */
final class JfrEvents {

  private static final Map<Class<?>, EventFactory> FACTORIES = new ConcurrentHashMap<>();

  private JfrEvents() {}

  static void commit(SnowflakeEvent event) {
    Event recorded = FACTORIES.computeIfAbsent(event.getClass(), JfrEvents::factory).newEvent();
    RecordComponent[] values = event.getClass().getRecordComponents();
    for (int i = 0; i < values.length; i++) {
      recorded.set(i, field(event, values[i]));
    }
    recorded.commit();
  }

  private static EventFactory factory(Class<?> kind) {
    return EventFactory.create(
        List.of(
            new AnnotationElement(Name.class, "io.snowbraid." + kind.getSimpleName()),
            new AnnotationElement(Label.class, label(kind.getSimpleName())),
            new AnnotationElement(Category.class, new String[] {"Snowbraid"}),
            new AnnotationElement(StackTrace.class, false)),
        Arrays.stream(kind.getRecordComponents()).map(value -> descriptor(kind, value)).toList());
  }

  private static ValueDescriptor descriptor(Class<?> kind, RecordComponent value) {
    AnnotationElement label = new AnnotationElement(Label.class, label(value.getName()));
    if (value.getType() == Duration.class) {
      String unit = kind == Waited.class ? Timespan.NANOSECONDS : Timespan.MILLISECONDS;
      AnnotationElement timespan = new AnnotationElement(Timespan.class, unit);
      return new ValueDescriptor(long.class, value.getName(), List.of(label, timespan));
    }
    Class<?> type = value.getType() == int.class ? int.class : String.class;
    return new ValueDescriptor(type, value.getName(), List.of(label));
  }

  private static Object field(SnowflakeEvent event, RecordComponent component) {
    try {
      Object value = component.getAccessor().invoke(event);
      if (value instanceof Duration time) {
        return event instanceof Waited ? time.toNanos() : time.toMillis();
      }
      return value instanceof Integer ? value : String.valueOf(value);
    } catch (ReflectiveOperationException e) { // record accessors are public
      throw new IllegalStateException(e);
    }
  }

  /** Splits a name into capitalized words. */
  private static String label(String name) {
    String words = name.replaceAll("(?<=[a-z])(?=[A-Z])", " ");
    return Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }
}
