package io.snowbraid.server.internal.resp;

import io.snowbraid.keyed.KeySlot;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The requests between MULTI and EXEC. EXEC inserts them before later requests, so that each is
 * answered, and may wait, like any other. Requests of other connections may be answered in between,
 * because numbers are unique in any order.
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
   * Starts a transaction.
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

  /** Returns how many bytes of memory the requests use. */
  int capacity() {
    return requests.length;
  }

  boolean hasKeys() {
    return slot != NONE;
  }

  int slot() {
    return slot;
  }

  boolean hasSeveralSlots() {
    return hasSeveralSlots;
  }

  /** Returns the concatenated requests. */
  byte[] requests() {
    return Arrays.copyOf(requests, size);
  }

  /**
   * Queues a request.
   *
   * @throws RequestException if the requests become too long
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
