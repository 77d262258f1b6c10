package io.snowbraid.server.internal.services;

import io.snowbraid.keyed.SlotRoute;
import java.net.SocketAddress;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Counts what the server does. */
public final class Statistics {

  private final Refusals refusals = new Refusals();
  private final Map<String, LongAdder> httpAnswers =
      Map.of("2xx", new LongAdder(), "4xx", new LongAdder(), "5xx", new LongAdder());
  private final Map<String, Latency> latencies = new ConcurrentHashMap<>();
  private final Latency httpLatency = new Latency();
  private final AtomicLong accepted = new AtomicLong();
  private final AtomicInteger connected = new AtomicInteger();
  private final LongAdder refused = new LongAdder();
  private final LongAdder dropped = new LongAdder();
  private final LongAdder requests = new LongAdder();
  private final LongAdder keyWaits = new LongAdder();
  private final LongAdder redirected = new LongAdder();

  /** Returns the log of refusals, which are also counted. */
  public Refusals refusals() {
    return refusals;
  }

  /** Counts an accepted connection, and returns its number. */
  public long accept() {
    return accepted.incrementAndGet();
  }

  /** Counts an open connection. Returns false if there are too many. */
  public boolean open(int max) {
    if (connected.incrementAndGet() <= max) {
      return true;
    }
    connected.decrementAndGet();
    return false;
  }

  public void refuse() {
    refused.increment();
  }

  public void close() {
    connected.decrementAndGet();
  }

  /** Counts a client that was dropped, and logs the reason. */
  public void drop(String reason, SocketAddress client) {
    dropped.increment();
    refusals.log(reason, client);
  }

  /** Returns the durations of a Redis command, whose name is in lower case. */
  public Latency latency(String command) {
    return latencies.computeIfAbsent(command, name -> new Latency());
  }

  /** Returns the durations of all commands that may have been used. */
  public Map<String, Latency> latencies() {
    return new TreeMap<>(latencies);
  }

  /** Returns the durations of HTTP requests. */
  public Latency httpLatency() {
    return httpLatency;
  }

  public void answered(int status) {
    boolean isOfClient = status < 500 || status == 505; // an unsupported HTTP version
    String kind = status < 400 ? "2xx" : isOfClient ? "4xx" : "5xx";
    Objects.requireNonNull(httpAnswers.get(kind)).increment();
  }

  /** Returns the number of HTTP answers by status class. */
  public Map<String, LongAdder> httpAnswers() {
    return httpAnswers;
  }

  public void waitForKey() {
    keyWaits.increment();
  }

  /** Counts a redirection to another server. */
  public void redirect(SlotRoute.Kind kind) {
    if (kind == SlotRoute.Kind.ELSEWHERE) {
      redirected.increment();
    }
  }

  public long keyWaits() {
    return keyWaits.sum();
  }

  public long redirected() {
    return redirected.sum();
  }

  public void processed(int count) {
    requests.add(count);
  }

  public long accepted() {
    return accepted.get();
  }

  public int connected() {
    return connected.get();
  }

  public long refused() {
    return refused.sum();
  }

  public long dropped() {
    return dropped.sum();
  }

  public long requests() {
    return requests.sum();
  }
}
