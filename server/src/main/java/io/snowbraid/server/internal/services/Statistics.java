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

  public final Refusals refusals = new Refusals();
  public final Map<String, LongAdder> httpAnswers =
      Map.of("2xx", new LongAdder(), "4xx", new LongAdder(), "5xx", new LongAdder());
  public final Latency httpLatency = new Latency();
  public final AtomicLong accepted = new AtomicLong();
  public final AtomicInteger connected = new AtomicInteger();
  public final LongAdder refused = new LongAdder();
  public final LongAdder dropped = new LongAdder();
  public final LongAdder requests = new LongAdder();
  public final LongAdder keyWaits = new LongAdder();
  public final LongAdder redirected = new LongAdder();
  private final Map<String, Latency> latencies = new ConcurrentHashMap<>();

  /** Counts an open connection. Returns false if there are too many. */
  public boolean open(int max) {
    if (connected.incrementAndGet() <= max) {
      return true;
    }
    connected.decrementAndGet();
    return false;
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

  public void answered(int status) {
    boolean isOfClient = status < 500 || status == 505; // an unsupported HTTP version
    String kind = status < 400 ? "2xx" : isOfClient ? "4xx" : "5xx";
    Objects.requireNonNull(httpAnswers.get(kind)).increment();
  }

  /** Counts a redirection to another server. */
  public void redirect(SlotRoute.Kind kind) {
    if (kind == SlotRoute.Kind.ELSEWHERE) {
      redirected.increment();
    }
  }
}
