package io.snowbraid.keyed;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * A server as this one knows it.
 *
 * @param id 40 hexadecimal digits
 * @param address where clients reach the server, as {@code host:port}
 * @param isSelf whether it is this server
 * @param slots the slots for which clients may call it
 */
public record ClusterMember(String id, String address, boolean isSelf, BitSet slots) {

  /**
   * Copies the slots.
   *
   * @param id 40 hexadecimal digits
   * @param address where clients reach the server
   * @param isSelf whether it is this server
   * @param slots its slots
   */
  public ClusterMember {
    slots = (BitSet) slots.clone();
  }

  /**
   * Returns the slots for which clients may call the server.
   *
   * @return a copy
   */
  @Override
  public BitSet slots() {
    return (BitSet) slots.clone();
  }

  /**
   * Returns the servers as clients are told, this one first. Slots without an owner are listed
   * under this server, where calls wait until a server acquires them.
   */
  static List<ClusterMember> of(List<ServerRecord> servers, String self, Slots slots) {
    Map<String, BitSet> held = slots.byOwner();
    BitSet free = new BitSet();
    free.set(0, slots.count());
    List<ClusterMember> members = new ArrayList<>();
    String address = "";
    for (ServerRecord server : servers) {
      BitSet own = held.getOrDefault(server.id(), new BitSet());
      if (server.id().equals(self)) {
        address = server.address();
      } else if (server.state() != ServerRecord.State.ENDED) {
        members.add(new ClusterMember(server.id(), server.address(), false, own));
        free.andNot(own);
      }
    }
    if (!address.isEmpty()) {
      members.add(0, new ClusterMember(self, address, true, free));
    }
    return members;
  }
}
