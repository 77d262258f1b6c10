package io.snowbraid.worker;

import io.snowbraid.internal.FileFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The record of one worker in a directory: a few lines of text and their CRC-32.
 *
 * @param stamp the unique stamp of the last write
 * @param fence a number that grows with each write
 * @param state whether the worker is held
 */
record WorkerFile(
    String layout, String owner, String stamp, long fence, State state, List<Long> lastTicks) {

  /** Whether a worker is held. */
  enum State {
    /** Held by a generator, which may have died. */
    HELD,
    /** Released by its holder. */
    RELEASED,
    /** Never leased, because past ids and blocks use its lanes. */
    RESERVED
  }

  static final FileFormat FORMAT = new FileFormat("worker", 1);
  static final int LINES = 6;

  /** Returns the record found, or a new record of a worker that was never held. */
  static WorkerFile orNew(@Nullable WorkerFile found, WorkerRequest request) {
    if (found != null) {
      return found;
    }
    List<Long> never = Collections.nCopies(request.lanes(), -1L);
    return new WorkerFile(request.layout(), "", "", 0, State.RELEASED, never);
  }

  boolean released() {
    return state == State.RELEASED;
  }

  boolean reserved() {
    return state == State.RESERVED;
  }

  /** Returns the next record, reserved for past ids and blocks, after claiming ticks of a lane. */
  WorkerFile claimed(LaneClaim claim, String newStamp) {
    List<Long> ticks = new ArrayList<>(lastTicks);
    ticks.set(claim.lane(), claim.lastTick());
    return new WorkerFile(
        layout, LaneClaim.OWNER, newStamp, fence + 1, State.RESERVED, List.copyOf(ticks));
  }

  WorkerFile heldBy(String newOwner, String newStamp) {
    return new WorkerFile(layout, newOwner, newStamp, fence + 1, State.HELD, lastTicks);
  }

  WorkerFile after(String newStamp, long[] newTicks, boolean isReleased) {
    if (newTicks.length != lastTicks.size()) {
      throw new IllegalArgumentException(
          "lastTicks must have "
              + lastTicks.size()
              + " ticks, one per lane, but has "
              + newTicks.length);
    }
    List<Long> list = Arrays.stream(newTicks).boxed().toList();
    State next = isReleased ? State.RELEASED : State.HELD;
    return new WorkerFile(layout, owner, newStamp, fence + 1, next, list);
  }

  long[] ticks() {
    return lastTicks.stream().mapToLong(Long::longValue).toArray();
  }

  void requireLayout(WorkerRequest request, Path directory) {
    if (!layout.equals(request.layout())) {
      throw new WorkerSourceException(
          "directory has a different layout: directory="
              + directory
              + ", its layout="
              + layout
              + ", configured layout="
              + request.layout()
              + "; set the directory's layout, or use another directory for new tables");
    }
    if (lastTicks.size() != request.lanes()) {
      throw new WorkerSourceException(
          "record must have "
              + request.lanes()
              + " ticks, one per lane, but has "
              + lastTicks.size()
              + ": directory="
              + directory);
    }
  }

  static WorkerFile parse(List<String> lines) {
    List<String> state = List.of(lines.get(4).split(" ", -1));
    return new WorkerFile(
        lines.get(1),
        lines.get(2),
        lines.get(3),
        Long.parseLong(state.get(0)),
        State.valueOf(state.get(1).toUpperCase(Locale.ROOT)),
        Arrays.stream(lines.get(5).split(" ", -1)).map(Long::valueOf).toList());
  }

  List<String> lines() {
    return List.of(
        FORMAT.line(),
        oneLine(layout),
        oneLine(owner),
        stamp,
        fence + " " + state.name().toLowerCase(Locale.ROOT),
        lastTicks.stream().map(String::valueOf).collect(Collectors.joining(" ")));
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\R", " ");
  }
}
