package io.snowbraid.server.internal.resp;

import io.snowbraid.Snowflake;
import io.snowbraid.job.IdBlock;
import io.snowbraid.job.IdBlocks;
import io.snowbraid.layout.IdParts;
import io.snowbraid.segment.SegmentGenerators;
import io.snowbraid.server.internal.services.CallQueue;
import io.snowbraid.server.internal.services.Services;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The commands that issue and decode ids. */
final class IdCommands {

  /** Draws of ids have a queue of their own, so this key has no namesake among the tags. */
  private static final String IDS = "";

  private final Snowflake ids;
  private final @Nullable IdBlocks blocks;
  private final SegmentGenerators segments;
  private final int maxIds;
  private final CallQueue waitingForIds;
  private final CallQueue waitingForTags;
  private final CallQueue store;
  private final RequestParser arguments;
  private final Replies replies;
  private final long[] one = new long[1];
  private long[] several = new long[0];

  IdCommands(Services services, RequestParser arguments, Replies replies) {
    this.ids = services.ids();
    this.blocks = services.blocks();
    this.segments = services.segments();
    this.maxIds = services.limits().maxIds();
    this.waitingForIds = services.queues().ids();
    this.waitingForTags = services.queues().tags();
    this.store = services.queues().store();
    this.arguments = arguments;
    this.replies = replies;
  }

  void getId(Connection connection) {
    issueIds(connection, one, NumberForm.INTEGER);
  }

  void getIds(Connection connection) {
    issueIds(connection, several(count(1)), NumberForm.TEXTS);
  }

  void nextId(Connection connection) {
    issueNumbers(connection, one, NumberForm.INTEGER);
  }

  void nextIds(Connection connection) {
    issueNumbers(connection, several(count(2)), NumberForm.INTEGERS);
  }

  private void issueIds(Connection connection, long[] target, NumberForm form) {
    int issued = ids.tryNextIds(target);
    if (issued == target.length) {
      form.write(target, replies);
    } else {
      waitFor(connection, waitingForIds, IDS, target, issued, form, ids::nextIds);
    }
  }

  private void issueNumbers(Connection connection, long[] target, NumberForm form) {
    String tag = arguments.tag(1);
    int issued = segments.tryNextIds(tag, target);
    if (issued == target.length) {
      form.write(target, replies);
    } else {
      Consumer<long[]> numbers = missing -> segments.nextIds(tag, missing);
      waitFor(connection, waitingForTags, tag, target, issued, form, numbers);
    }
  }

  private static void waitFor(
      Connection connection,
      CallQueue draws,
      String key,
      long[] target,
      int issued,
      NumberForm form,
      Consumer<long[]> numbers) {
    long[] own = Arrays.copyOf(target, target.length);
    connection.await(
        draws,
        key,
        () -> {
          long[] missing = new long[own.length - issued];
          numbers.accept(missing);
          System.arraycopy(missing, 0, own, issued, missing.length);
          return out -> form.write(own, out);
        });
  }

  /** Creates a tag, and answers 1, or 0 if it exists. */
  void createTag(Connection connection) {
    if (arguments.count() > 3) {
      throw ClientCommands.wrongCount("newtag");
    }
    String tag = arguments.tag(1);
    long first = arguments.count() == 3 ? arguments.integer(2) : 1;
    connection.await(
        store,
        "tag:" + tag,
        () -> {
          boolean isCreated = segments.create(tag, first);
          return out -> out.integer(isCreated ? 1 : 0);
        });
  }

  /** Claims a block, and answers what its ids are computed from. */
  void claimBlock(Connection connection) {
    if (blocks == null) {
      throw new RequestException("ERR this server claims no blocks; build it with blocks(...)");
    }
    String name = arguments.tag(1);
    long size = arguments.integer(2);
    connection.await(
        store,
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

  /** Returns how many ids are wanted. */
  private int count(int argument) {
    long count = arguments.integer(argument);
    if (count < 1 || count > maxIds) {
      throw new RequestException("ERR parameters error! argv[" + argument + "] = " + count);
    }
    return (int) count;
  }

  /** Returns an array that is used again by requests for the same number of ids. */
  private long[] several(int count) {
    if (several.length != count) {
      several = new long[count];
    }
    return several;
  }

  void decode() {
    long id = arguments.integer(1);
    IdParts parts = ids.layout().decode(id);
    replies.map(7);
    replies.text("id");
    replies.text(id);
    replies.text("time");
    replies.text(parts.time().toString());
    part("rollback", parts.rollback());
    part("timeline", parts.timeline());
    part("worker", parts.worker());
    part("sequence", parts.sequence());
    part("tail", parts.tail());
  }

  private void part(String name, int value) {
    replies.text(name);
    replies.integer(value);
  }
}
