package io.snowbraid.jdbc.connection;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Maps objects to values by identity, for as long as the objects are reachable. */
public final class WeakIdentityMap<K, V> {

  private final ConcurrentMap<Key<K>, V> values = new ConcurrentHashMap<>();
  private final ReferenceQueue<K> gone = new ReferenceQueue<>();

  private static final class Key<K> extends WeakReference<K> {
    private final int hash;

    Key(K object, ReferenceQueue<K> gone) {
      super(object, gone);
      hash = System.identityHashCode(object);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      Object object = get();
      return this == other
          || (object != null && other instanceof Key<?> key && key.get() == object);
    }
  }

  /** Returns an object's value, and creates it on the first call. */
  public V of(K object, Supplier<V> first) {
    for (Reference<? extends K> old = gone.poll(); old != null; old = gone.poll()) {
      values.remove(old);
    }
    return values.computeIfAbsent(new Key<>(object, gone), key -> first.get());
  }
}
