package io.snowbraid.server.internal.resp;

import io.snowbraid.keyed.KeySlot;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The requests between MULTI and EXEC. EXEC puts them before those that have arrived since, so that
 * each is answered, and may wait, as any other. Numbers are unique in any order, so requests of
 * other connections may be answered between them.
 */
final class Transaction {

  private static final int NONE = -1;

  private final int maxBytes;
  private byte[] requests = new byte[256];
  private int size;
  private int count;
  private int slot = NONE;
  private boolean hasSeveralSlots;
  private boolean isAborted;

  /**
   * Begins a transaction.
   *
   * @param maxBytes the most bytes of its requests
   */
  Transaction(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Makes EXEC fail. */
  void abort() {
    isAborted = true;
    requests = new byte[0];
    size = 0;
  }

  boolean isAborted() {
    return isAborted;
  }

  int count() {
    return count;
  }

  /** Returns how many bytes of memory the requests take. */
  int capacity() {
    return requests.length;
  }

  /** Returns whether a request has a key. */
  boolean hasKeys() {
    return slot != NONE;
  }

  /** Returns the slot of the first key. */
  int slot() {
    return slot;
  }

  /** Returns whether there are keys of several slots. */
  boolean hasSeveralSlots() {
    return hasSeveralSlots;
  }

  /** Returns the requests, one after another. */
  byte[] requests() {
    return Arrays.copyOf(requests, size);
  }

  /**
   * Queues a request.
   *
   * @throws RequestException if the requests are too many
   */
  void add(Command command, RequestParser arguments) {
    if (isAborted) {
      return;
    }
    if (command.hasKey()) {
      addSlot(KeySlot.of(arguments.bytes(), arguments.start(1), arguments.end(1)));
    }
    add("*" + arguments.count());
    for (int i = 0; i < arguments.count(); i++) {
      int length = arguments.end(i) - arguments.start(i);
      add("$" + length);
      add(arguments.bytes(), arguments.start(i), length);
    }
    count++;
  }

  private void addSlot(int added) {
    hasSeveralSlots |= slot != NONE && slot != added;
    slot = slot == NONE ? added : slot;
  }

  private void add(String line) {
    byte[] bytes = line.getBytes(StandardCharsets.US_ASCII);
    add(bytes, 0, bytes.length);
  }

  private void add(byte[] source, int from, int length) {
    int end = size + length + 2;
    if (end > maxBytes) {
      throw new RequestException(
          "ERR requests of a transaction must have at most "
              + maxBytes
              + " bytes; send fewer, or set max-unsent-bytes");
    }
    if (end > requests.length) {
      requests = Arrays.copyOf(requests, Math.min(maxBytes, Math.max(end, 2 * requests.length)));
    }
    System.arraycopy(source, from, requests, size, length);
    requests[end - 2] = '\r';
    requests[end - 1] = '\n';
    size = end;
  }
}
