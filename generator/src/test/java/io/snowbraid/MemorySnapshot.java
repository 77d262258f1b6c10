package io.snowbraid;

import io.snowbraid.lane.SequenceBlock;
import io.snowbraid.worker.MemoryWorkerSource;
import io.snowbraid.worker.WorkerLease;
import java.lang.ref.WeakReference;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.objenesis.Objenesis;
import org.objenesis.ObjenesisStd;

/**
 * Clones objects with everything that they reach, as a snapshot of the memory does. Objects outside
 * the memory are named beforehand. An object that it cannot copy is rejected, because a clone that
 * shares state with its original would prove nothing.
 */
final class MemorySnapshot {

  private static final Objenesis EMPTY = new ObjenesisStd();
  private static final List<Class<?>> VALUES =
      List.of(
          String.class,
          Number.class,
          Boolean.class,
          Duration.class,
          Instant.class,
          Enum.class,
          Throwable.class);

  private final UnaryOperator<WorkerLease> leases;
  private final IdentityHashMap<Object, Object> copies = new IdentityHashMap<>();

  MemorySnapshot(UnaryOperator<WorkerLease> leases) {
    this.leases = leases;
  }

  /** Replaces an object that is outside the memory by another. */
  MemorySnapshot replacing(Object original, Object replacement) {
    copies.put(original, replacement);
    return this;
  }

  @SuppressWarnings("unchecked")
  <T> T copy(T original) {
    if (original == null) {
      return null;
    }
    if (!copies.containsKey(original)) {
      copies.put(original, make(original));
    }
    return (T) copies.get(original);
  }

  private Object make(Object original) {
    Class<?> type = original.getClass();
    if (original instanceof SequenceBlock run) {
      return copyOf(run);
    } else if (isMutableOfTheJdk(original)) {
      return copyOfJdk(original);
    } else if (isValue(original)) {
      return original;
    } else if (type.isArray()) {
      return copyOfArray(original);
    } else if (type.getEnclosingClass() == MemoryWorkerSource.class) {
      return leases.apply((WorkerLease) original);
    } else if (type.isRecord()) {
      return copyOfRecord(original);
    } else if (type.getName().startsWith("io.snowbraid.")) {
      return copyOfObject(original);
    }
    throw new AssertionError("cannot copy " + type);
  }

  /**
   * Returns whether an object is shared. Lambdas are, because those that generators keep only lead
   * outside the memory.
   */
  private static boolean isValue(Object original) {
    return original.getClass().isHidden()
        || VALUES.stream().anyMatch(value -> value.isInstance(original))
        || original.equals(List.of())
        || original.equals(Optional.empty());
  }

  private static SequenceBlock copyOf(SequenceBlock run) {
    SequenceBlock copy =
        new SequenceBlock(run.lane, run.tick, run.base, run.start, run.end, run.key);
    copy.set(run.get());
    copy.reading = run.reading;
    return copy;
  }

  private static boolean isMutableOfTheJdk(Object original) {
    return List.of(
            AtomicInteger.class,
            AtomicLong.class,
            AtomicBoolean.class,
            AtomicReference.class,
            ReentrantLock.class,
            WeakReference.class,
            CompletableFuture.class)
        .contains(original.getClass());
  }

  @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a copy
  private Object copyOfJdk(Object original) {
    if (original instanceof AtomicInteger number) {
      return new AtomicInteger(number.get());
    } else if (original instanceof AtomicLong number) {
      return new AtomicLong(number.get());
    } else if (original instanceof AtomicBoolean flag) {
      return new AtomicBoolean(flag.get());
    } else if (original instanceof AtomicReference<?> reference) {
      return new AtomicReference<>(copy(reference.get()));
    } else if (original instanceof WeakReference<?> reference) {
      return new WeakReference<>(copy(reference.get()));
    } else if (original instanceof CompletableFuture<?> future && !future.isDone()) {
      return new CompletableFuture<>();
    } else if (original instanceof CompletableFuture<?>) {
      return CompletableFuture.completedFuture(null);
    }
    return new ReentrantLock();
  }

  private Object copyOfArray(Object original) {
    int length = Array.getLength(original);
    Object copy = Array.newInstance(original.getClass().getComponentType(), length);
    copies.put(original, copy);
    for (int i = 0; i < length; i++) {
      Array.set(copy, i, copy(Array.get(original, i)));
    }
    return copy;
  }

  private Object copyOfRecord(Object original) {
    RecordComponent[] parts = original.getClass().getRecordComponents();
    Class<?>[] types = Arrays.stream(parts).map(RecordComponent::getType).toArray(Class[]::new);
    Object[] values =
        Arrays.stream(parts)
            .map(part -> copy(reflect(() -> open(part.getAccessor()).invoke(original))))
            .toArray();
    return reflect(
        () -> open(original.getClass().getDeclaredConstructor(types)).newInstance(values));
  }

  private Object copyOfObject(Object original) {
    Object copy = EMPTY.newInstance(original.getClass());
    copies.put(original, copy); // before its fields: they may lead back to it
    for (Class<?> type = original.getClass(); type != Object.class; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          reflect(
              () -> {
                open(field).set(copy, copy(field.get(original)));
                return copy;
              });
        }
      }
    }
    return copy;
  }

  private static <T extends AccessibleObject> T open(T member) {
    member.setAccessible(true);
    return member;
  }

  private interface Reflection<T> {
    T call() throws ReflectiveOperationException;
  }

  private static <T> T reflect(Reflection<T> work) {
    try {
      return work.call();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
