package io.snowbraid.keyed;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Plans which slots change their owner. Slots without an owner go to servers with too few slots;
 * then servers with too many slots transfer some. The plan is balanced if the counts differ by at
 * most one. Servers that see the same records make the same plan. After a plan is carried out, the
 * next plan is empty.
 */
final class BalancePlan {

  private final Map<String, Deque<Integer>> held = new TreeMap<>();
  private final Deque<Integer> free = new ArrayDeque<>();
  private final Map<Integer, String> moves = new HashMap<>();
  private final @Nullable String[] owners;

  /**
   * Makes a plan.
   *
   * @param receivers the servers that own slots and acquire more
   * @param owners each slot's owner: a receiver; another server, which transfers all its slots;
   *     {@link SlotRecord#UNOWNED}; or null for a slot that stays as it is
   */
  BalancePlan(Collection<String> receivers, @Nullable String[] owners) {
    this.owners = owners;
    receivers.forEach(id -> held.put(id, new ArrayDeque<>()));
    for (int slot = 0; slot < owners.length; slot++) {
      String owner = owners[slot];
      if (owner != null) {
        held.getOrDefault(owner, free).add(slot);
      }
    }
    distribute();
  }

  private void distribute() {
    List<Map.Entry<String, Deque<Integer>>> fullest =
        held.entrySet().stream().sorted(Comparator.comparing(server -> -size(server))).toList();
    int all = free.size() + fullest.stream().mapToInt(BalancePlan::size).sum();
    int[] shares = new int[fullest.size()];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = all / shares.length + (i < all % shares.length ? 1 : 0);
      takeSurplus(fullest.get(i).getValue(), shares[i]);
    }
    for (int i = 0; i < shares.length; i++) {
      fill(fullest.get(i), shares[i]);
    }
  }

  private static int size(Map.Entry<String, Deque<Integer>> server) {
    return server.getValue().size();
  }

  private void takeSurplus(Deque<Integer> own, int share) {
    while (own.size() > share) {
      free.addLast(own.removeLast());
    }
  }

  private void fill(Map.Entry<String, Deque<Integer>> server, int share) {
    for (int missing = share - size(server); missing > 0; missing--) {
      moves.put(free.removeFirst(), server.getKey());
    }
  }

  /** Returns the ownerless slots that a server must acquire. */
  BitSet takesOf(String id) {
    BitSet takes = new BitSet();
    moves.forEach(
        (slot, next) ->
            takes.set(slot, next.equals(id) && SlotRecord.UNOWNED.equals(owners[slot])));
    return takes;
  }

  /** Returns the slots that a server must transfer, by receiving server. */
  Map<String, BitSet> givesOf(String id) {
    Map<String, BitSet> gives = new TreeMap<>();
    moves.forEach(
        (slot, next) -> {
          if (id.equals(owners[slot])) {
            gives.computeIfAbsent(next, receiver -> new BitSet()).set(slot);
          }
        });
    return gives;
  }
}
