package io.snowbraid;

import java.util.ArrayList;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionResult;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.kotlinx.lincheck.execution.HBClock;
import org.jetbrains.kotlinx.lincheck.execution.ResultWithClock;
import org.jetbrains.kotlinx.lincheck.util.LincheckResult;
import org.jetbrains.kotlinx.lincheck.util.ValueResult;
import org.jetbrains.kotlinx.lincheck.util.VoidResult;
import org.jetbrains.lincheck.datastructures.verifier.Verifier;

/**
 * Accepts the ids that threads got from one generator if no id occurs twice, and each is greater
 * than all ids of calls that returned before its own call began.
 */
public final class IncreasingIdsVerifier implements Verifier {

  /** A call's ids, and how many calls of each thread had returned before it began. */
  private record Call(int thread, int index, HBClock before, List<Long> ids) {

    boolean mayStandBehind(Call other) {
      return other.index >= before.get(other.thread)
          || other.ids.isEmpty()
          || ids.isEmpty()
          || other.ids.get(other.ids.size() - 1) < ids.get(0);
    }
  }

  /**
   * Called by the model checker.
   *
   * @param specification not used
   */
  public IncreasingIdsVerifier(Class<?> specification) {}

  @Override
  public boolean verifyResults(ExecutionScenario scenario, ExecutionResult results) {
    List<Call> calls = calls(results);
    List<Long> ids = calls.stream().flatMap(call -> call.ids().stream()).toList();
    return ids.stream().distinct().count() == ids.size()
        && calls.stream().allMatch(call -> calls.stream().allMatch(call::mayStandBehind));
  }

  private static List<Call> calls(ExecutionResult results) {
    List<Call> calls = new ArrayList<>();
    List<List<ResultWithClock>> threads = results.getThreadsResultsWithClock();
    for (int thread = 0; thread < threads.size(); thread++) {
      List<ResultWithClock> ofThread = threads.get(thread);
      for (int index = 0; index < ofThread.size(); index++) {
        ResultWithClock result = ofThread.get(index);
        calls.add(new Call(thread, index, result.getClockOnStart(), ids(result.getResult())));
      }
    }
    return calls;
  }

  private static List<Long> ids(LincheckResult result) {
    if (result instanceof ValueResult value) {
      Object ids = value.getValue();
      return ids instanceof List<?> list
          ? list.stream().map(Long.class::cast).toList()
          : List.of((Long) ids);
    }
    if (result instanceof VoidResult) {
      return List.of();
    }
    throw new IllegalStateException("call must return: result=" + result);
  }
}
