package io.snowbraid.server.cluster;

import java.util.Arrays;

/** What one client was given, for keys that are known by their index. Used by one thread. */
final class CallLog {

  private static final int FIRST_CAPACITY = 1 << 12;

  private int[] keys = new int[FIRST_CAPACITY];
  private int[] counts = new int[FIRST_CAPACITY];
  private long[] begins = new long[FIRST_CAPACITY];
  private long[] ends = new long[FIRST_CAPACITY];
  private long[] lasts = new long[FIRST_CAPACITY];
  private int size;

  void add(int key, Call call) {
    if (size == keys.length) {
      grow(2 * size);
    }
    keys[size] = key;
    counts[size] = call.count();
    begins[size] = call.begin();
    ends[size] = call.end();
    lasts[size] = call.last();
    size++;
  }

  private void grow(int capacity) {
    keys = Arrays.copyOf(keys, capacity);
    counts = Arrays.copyOf(counts, capacity);
    begins = Arrays.copyOf(begins, capacity);
    ends = Arrays.copyOf(ends, capacity);
    lasts = Arrays.copyOf(lasts, capacity);
  }

  int size() {
    return size;
  }

  int key(int index) {
    return keys[index];
  }

  Call call(int index) {
    return new Call(begins[index], ends[index], lasts[index], counts[index]);
  }
}
