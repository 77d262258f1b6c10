package io.snowbraid.server.internal.resp;

import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.server.internal.services.Figures;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The commands that describe the server and its commands. */
final class DescribeCommands {

  private static final Map<String, String> CONFIG = Map.of("save", "", "appendonly", "yes");

  private static final Set<String> ALL = Set.of("all", "everything", "default");

  private final Figures figures;
  private final @Nullable KeyedNumbers keyed;
  private final List<Command> commands;
  private final RequestParser arguments;
  private final Replies replies;

  DescribeCommands(
      Figures figures, @Nullable KeyedNumbers keyed, RequestParser arguments, Replies replies) {
    this.figures = figures;
    this.keyed = keyed;
    this.commands = Command.served(keyed != null);
    this.arguments = arguments;
    this.replies = replies;
  }

  void info() {
    Set<String> sections =
        IntStream.range(1, arguments.count())
            .mapToObj(i -> arguments.shown(i).toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    boolean isAll = sections.isEmpty() || sections.stream().anyMatch(ALL::contains);
    Predicate<String> isWanted =
        section -> isAll || sections.contains(section.toLowerCase(Locale.ROOT));
    replies.text(figures.info(isWanted));
  }

  /** Answers as a primary without replicas, for clients that write only to a primary. */
  void role() {
    replies.array(3);
    replies.text("master");
    replies.integer(0);
    replies.array(0);
  }

  void size() {
    replies.integer(keyed == null ? 0 : keyed.status().numbers().keys());
  }

  /** Returns a Redis setting that redis-benchmark asks for; all writes are durable. */
  void config() {
    if (!arguments.is(1, "get") || arguments.count() != 3) {
      throw ClientCommands.unknownSubcommand(
          arguments, "CONFIG GET save and CONFIG GET appendonly");
    }
    String name = arguments.text(2);
    String value = CONFIG.get(name);
    replies.map(value == null ? 0 : 1);
    if (value != null) {
      replies.entry(name, value);
    }
  }

  void command() {
    if (arguments.count() == 1) {
      replies.array(commands.size());
      commands.forEach(this::describe);
      return;
    }
    if (!arguments.is(1, "docs")) {
      throw ClientCommands.unknownSubcommand(arguments, "COMMAND and COMMAND DOCS");
    }
    List<Command> wanted =
        commands.stream().filter(command -> arguments.count() == 2 || isNamed(command)).toList();
    replies.map(wanted.size());
    wanted.forEach(this::summary);
  }

  /**
   * Writes the ten parts that Redis 7 has, including the first key's index, the last key's index,
   * and the step between keys. The others are empty.
   */
  private void describe(Command command) {
    replies.array(10);
    replies.text(command.lowerCase());
    replies.integer(command.arity);
    replies.set(command.flags().size());
    command.flags().forEach(replies::simple);
    int key = command.hasKey() ? 1 : 0;
    replies.integer(key);
    replies.integer(key);
    replies.integer(key);
    replies.set(0);
    replies.array(0);
    replies.array(0);
    replies.array(0);
  }

  private boolean isNamed(Command command) {
    return IntStream.range(2, arguments.count())
        .anyMatch(i -> arguments.is(i, command.lowerCase()));
  }

  private void summary(Command command) {
    replies.text(command.lowerCase());
    replies.map(2);
    replies.entry("summary", command.summary);
    replies.entry("group", "generic");
  }
}
