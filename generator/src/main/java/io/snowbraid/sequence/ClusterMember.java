package io.snowbraid.sequence;

import java.util.BitSet;

/**
 * A server as this one knows it.
 *
 * @param id 40 hexadecimal digits
 * @param address where clients reach it, as {@code host:port}
 * @param isSelf whether it is this server
 * @param slots the slots for which clients may ask it
 */
public record ClusterMember(String id, String address, boolean isSelf, BitSet slots) {

  /**
   * Copies the slots.
   *
   * @param id 40 hexadecimal digits
   * @param address where clients reach it
   * @param isSelf whether it is this server
   * @param slots the slots that it holds
   */
  public ClusterMember {
    slots = (BitSet) slots.clone();
  }

  /**
   * Returns the slots that it holds.
   *
   * @return a copy
   */
  @Override
  public BitSet slots() {
    return (BitSet) slots.clone();
  }
}
