package io.snowbraid.server;

import io.snowbraid.keyed.SlotRoute;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Counts what the server does. */
final class Statistics {

  private final Refusals refusals = new Refusals();
  private final AtomicLong accepted = new AtomicLong();
  private final AtomicInteger connected = new AtomicInteger();
  private final LongAdder refused = new LongAdder();
  private final LongAdder dropped = new LongAdder();
  private final LongAdder requests = new LongAdder();
  private final LongAdder keyWaits = new LongAdder();
  private final LongAdder redirected = new LongAdder();

  /** Returns where refusals are logged, besides being counted. */
  Refusals refusals() {
    return refusals;
  }

  /** Counts a connection, and returns its number. */
  long accept() {
    return accepted.incrementAndGet();
  }

  /** Counts a connection that is open now. Returns false if there are too many. */
  boolean open(int max) {
    if (connected.incrementAndGet() <= max) {
      return true;
    }
    connected.decrementAndGet();
    return false;
  }

  /** Counts a connection that was refused because there are too many. */
  void refuse() {
    refused.increment();
  }

  void close() {
    connected.decrementAndGet();
  }

  /** Counts a connection whose client read or sent too slowly. */
  void drop() {
    dropped.increment();
  }

  /** Counts a call that waits for a number of a key. */
  void waitForKey() {
    keyWaits.increment();
  }

  /** Counts a client that was sent to another server. */
  void redirect(SlotRoute.Kind kind) {
    if (kind == SlotRoute.Kind.ELSEWHERE) {
      redirected.increment();
    }
  }

  long keyWaits() {
    return keyWaits.sum();
  }

  long redirected() {
    return redirected.sum();
  }

  void processed(int count) {
    requests.add(count);
  }

  long accepted() {
    return accepted.get();
  }

  int connected() {
    return connected.get();
  }

  long refused() {
    return refused.sum();
  }

  long dropped() {
    return dropped.sum();
  }

  long requests() {
    return requests.sum();
  }
}
