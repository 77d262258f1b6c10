package io.snowbraid.server.internal.resp;

import io.snowbraid.keyed.ClusterMember;
import io.snowbraid.keyed.KeySlot;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.server.internal.services.Endpoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The subcommands of CLUSTER, in the formats of Redis 7. All servers are masters. */
final class ClusterCommands {

  /** Consecutive slots of one server. */
  private record SlotRange(int first, int last, ClusterMember member) {

    @Override
    public String toString() {
      return first == last ? Integer.toString(first) : first + "-" + last;
    }
  }

  private final KeyedNumbers keyed;
  private final RequestParser arguments;
  private final Replies replies;

  ClusterCommands(KeyedNumbers keyed, RequestParser arguments, Replies replies) {
    this.keyed = keyed;
    this.arguments = arguments;
    this.replies = replies;
  }

  void run() {
    String subcommand = arguments.shown(1).toLowerCase(Locale.ROOT);
    switch (subcommand) {
      case "slots" -> slots(members(subcommand));
      case "shards" -> shards(members(subcommand));
      case "nodes" -> nodes(members(subcommand));
      case "info" -> info(members(subcommand));
      case "myid" -> replies.text(members(subcommand).get(0).id());
      case "keyslot" -> keySlot();
      default ->
          throw ClientCommands.unknownSubcommand(
              arguments, "CLUSTER SLOTS, SHARDS, NODES, INFO, MYID and KEYSLOT");
    }
  }

  private void requireCount(int count, String subcommand) {
    if (arguments.count() != count) {
      throw ClientCommands.wrongCount("cluster|" + subcommand);
    }
  }

  private List<ClusterMember> members(String subcommand) {
    requireCount(2, subcommand);
    List<ClusterMember> members = keyed.members();
    if (members.isEmpty()) {
      throw new RequestException(
          "CLUSTERDOWN numbers per key are not ready; use another server, or try again later, and"
              + " see the server log");
    }
    return members;
  }

  private void keySlot() {
    requireCount(3, "keyslot");
    replies.integer(KeySlot.of(arguments.bytes(), arguments.start(2), arguments.end(2)));
  }

  private static List<SlotRange> ranges(ClusterMember member) {
    List<SlotRange> ranges = new ArrayList<>();
    var slots = member.slots();
    int first = slots.nextSetBit(0);
    while (first >= 0) {
      int end = slots.nextClearBit(first);
      ranges.add(new SlotRange(first, end - 1, member));
      first = slots.nextSetBit(end);
    }
    return ranges;
  }

  private void slots(List<ClusterMember> members) {
    List<SlotRange> ranges =
        members.stream()
            .flatMap(member -> ranges(member).stream())
            .sorted(Comparator.comparingInt(SlotRange::first))
            .toList();
    replies.array(ranges.size());
    for (SlotRange range : ranges) {
      Endpoint endpoint = Endpoint.parse(range.member().address());
      replies.array(3);
      replies.integer(range.first());
      replies.integer(range.last());
      replies.array(4);
      replies.text(endpoint.host());
      replies.integer(endpoint.port());
      replies.text(range.member().id());
      replies.map(0);
    }
  }

  private void shards(List<ClusterMember> members) {
    replies.array(members.size());
    for (ClusterMember member : members) {
      List<SlotRange> ranges = ranges(member);
      replies.map(2);
      replies.text("slots");
      replies.array(2 * ranges.size());
      for (SlotRange range : ranges) {
        replies.integer(range.first());
        replies.integer(range.last());
      }
      replies.text("nodes");
      replies.array(1);
      node(member);
    }
  }

  private void node(ClusterMember member) {
    Endpoint endpoint = Endpoint.parse(member.address());
    replies.map(7);
    replies.entry("id", member.id());
    replies.entry("port", endpoint.port());
    replies.entry("ip", endpoint.host());
    replies.entry("endpoint", endpoint.host());
    replies.entry("role", "master");
    replies.entry("replication-offset", 0);
    replies.entry("health", "online");
  }

  /** Writes a line per server; the bus port is 0, because there is no bus. */
  private void nodes(List<ClusterMember> members) {
    StringBuilder lines = new StringBuilder();
    for (ClusterMember member : members) {
      String flags = member.isSelf() ? "myself,master" : "master";
      lines.append("%s %s@0 %s - 0 0 0 connected".formatted(member.id(), member.address(), flags));
      ranges(member).forEach(range -> lines.append(' ').append(range));
      lines.append('\n');
    }
    replies.verbatim(lines.toString());
  }

  private void info(List<ClusterMember> members) {
    int slots = members.stream().mapToInt(member -> member.slots().cardinality()).sum();
    long holders = members.stream().filter(member -> !member.slots().isEmpty()).count();
    String lines =
        """
        cluster_state:%s
        cluster_slots_assigned:%s
        cluster_slots_ok:%s
        cluster_slots_pfail:0
        cluster_slots_fail:0
        cluster_known_nodes:%s
        cluster_size:%s
        cluster_current_epoch:0
        cluster_my_epoch:0
        cluster_stats_messages_sent:0
        cluster_stats_messages_received:0
        total_cluster_links_buffer_limit_exceeded:0
        """;
    String state = slots == KeySlot.COUNT ? "ok" : "fail";
    replies.verbatim(
        lines.replace("\n", "\r\n").formatted(state, slots, slots, members.size(), holders));
  }
}
