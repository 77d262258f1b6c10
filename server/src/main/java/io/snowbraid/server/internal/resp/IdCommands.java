package io.snowbraid.server.internal.resp;

import io.snowbraid.Snowflake;
import io.snowbraid.job.IdBlock;
import io.snowbraid.job.IdBlocks;
import io.snowbraid.layout.IdParts;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.server.internal.services.Services;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The commands that issue and decode ids. */
final class IdCommands {

  /** The key of id draws; their own queue keeps it apart from tags. */
  private static final String IDS = "";

  private final Services services;
  private final RequestParser arguments;
  private final Replies replies;
  private final long[] one = new long[1];
  private long[] several = new long[0];

  IdCommands(Services services, RequestParser arguments, Replies replies) {
    this.services = services;
    this.arguments = arguments;
    this.replies = replies;
  }

  private interface Form {

    Form INTEGER = (out, numbers) -> out.integer(numbers[0]);

    void write(Replies out, long[] numbers);
  }

  void getId(Connection connection) {
    issueIds(connection, one, Form.INTEGER);
  }

  void getIds(Connection connection) {
    issueIds(connection, several(count(1)), Replies::texts);
  }

  void nextId(Connection connection) {
    issueNumbers(connection, one, Form.INTEGER);
  }

  void nextIds(Connection connection) {
    issueNumbers(connection, several(count(2)), Replies::integers);
  }

  private void issueIds(Connection connection, long[] target, Form form) {
    Snowflake ids = services.ids();
    int issued = ids.tryNextIds(target);
    if (issued == target.length) {
      form.write(replies, target);
    } else {
      Supplier<long[]> rest = rest(target, issued, ids::nextIds);
      connection.await(services.queues().ids(), IDS, () -> write(rest.get(), form));
    }
  }

  private void issueNumbers(Connection connection, long[] target, Form form) {
    SegmentGenerators segments = services.segments();
    String tag = arguments.tag(1);
    int issued = segments.tryNextIds(tag, target);
    if (issued == target.length) {
      form.write(replies, target);
    } else {
      Supplier<long[]> rest = rest(target, issued, missing -> segments.nextIds(tag, missing));
      connection.await(services.queues().tags(), tag, () -> write(rest.get(), form));
    }
  }

  private static Consumer<Replies> write(long[] numbers, Form form) {
    return out -> form.write(out, numbers);
  }

  /** Returns a call that issues the missing numbers. */
  private static Supplier<long[]> rest(long[] target, int issued, Consumer<long[]> issuer) {
    long[] own = target.clone(); // other requests use the target meanwhile
    return () -> Services.complete(own, issued, issuer);
  }

  /** Creates a tag; answers 1, or 0 if it exists. */
  void createTag(Connection connection) {
    if (arguments.count() > 3) {
      throw ClientCommands.wrongCount("newtag");
    }
    String tag = arguments.tag(1);
    long first = arguments.count() == 3 ? arguments.integer(2) : 1;
    connection.await(
        services.queues().store(),
        "tag:" + tag,
        () -> {
          boolean isCreated = services.segments().create(tag, first);
          return out -> out.integer(isCreated ? 1 : 0);
        });
  }

  /** Claims a block; answers the values from which its ids are computed. */
  void claimBlock(Connection connection) {
    IdBlocks blocks = services.blocks();
    if (blocks == null) {
      throw new RequestException(
          "ERR blocks are not configured on this server; build it with blocks(...)");
    }
    String name = arguments.tag(1);
    long size = arguments.integer(2);
    connection.await(
        services.queues().store(),
        "block:" + name,
        () -> {
          IdBlock block = blocks.claim(name, size);
          long[] parts = {
            block.firstId(),
            block.lastId(),
            block.layout().sequences(),
            block.tickStep(),
            block.idStep()
          };
          return out -> out.integers(parts);
        });
  }

  private int count(int argument) {
    long count = arguments.integer(argument);
    int maxIds = services.limits().maxIds();
    if (count < 1 || count > maxIds) {
      throw new RequestException(
          "ERR parameters error! argv[%s] = %s; request between 1 and %s"
              .formatted(argument, count, maxIds));
    }
    return (int) count;
  }

  /** Returns an array that requests for the same number of ids reuse. */
  private long[] several(int count) {
    if (several.length != count) {
      several = new long[count];
    }
    return several;
  }

  void decode() {
    long id = arguments.integer(1);
    IdParts parts = services.ids().layout().decode(id);
    replies.map(7);
    replies.text("id");
    replies.text(id);
    replies.entry("time", parts.time().toString());
    replies.entry("rollback", parts.rollback());
    replies.entry("timeline", parts.timeline());
    replies.entry("worker", parts.worker());
    replies.entry("sequence", parts.sequence());
    replies.entry("tail", parts.tail());
  }
}
