package io.snowbraid.server.internal.resp;

import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.server.internal.services.Figures;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
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
  private final boolean hasKeys;
  private final List<Command> commands;
  private final RequestParser arguments;
  private final Replies replies;

  DescribeCommands(
      Figures figures, @Nullable KeyedNumbers keyed, RequestParser arguments, Replies replies) {
    this.figures = figures;
    this.keyed = keyed;
    this.hasKeys = keyed != null;
    this.commands = Command.served(hasKeys);
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

  /** Returns the Redis settings that redis-benchmark asks for; all writes are durable. */
  void config() {
    if (!arguments.is(1, "get")) {
      throw new RequestException(
          "ERR unknown subcommand '"
              + arguments.shown(1)
              + "'. This server has CONFIG GET, and gets its settings when it starts.");
    }
    List<String> wanted =
        IntStream.range(2, arguments.count())
            .mapToObj(i -> arguments.shown(i).toLowerCase(Locale.ROOT))
            .toList();
    List<String> names =
        CONFIG.keySet().stream()
            .filter(name -> wanted.contains(name) || wanted.contains("*"))
            .sorted()
            .toList();
    replies.map(names.size());
    for (String name : names) {
      replies.entry(name, String.valueOf(CONFIG.get(name)));
    }
  }

  void command() {
    if (arguments.count() == 1) {
      list();
      return;
    }
    switch (arguments.shown(1).toLowerCase(Locale.ROOT)) {
      case "count" -> replies.integer(commands.size());
      case "list" -> names();
      case "info" -> some();
      case "docs" -> summaries();
      case "getkeys" -> keys();
      default -> throw unknown();
    }
  }

  private RequestException unknown() {
    return new RequestException(
        "ERR unknown subcommand '"
            + arguments.shown(1)
            + "'. This server has COMMAND COUNT, LIST, INFO, DOCS and GETKEYS.");
  }

  private void list() {
    replies.array(commands.size());
    commands.forEach(this::describe);
  }

  private void names() {
    replies.array(commands.size());
    commands.forEach(command -> replies.text(command.lowerCase()));
  }

  private void some() {
    if (arguments.count() == 2) {
      list();
      return;
    }
    replies.array(arguments.count() - 2);
    for (int i = 2; i < arguments.count(); i++) {
      Command command = named(i);
      if (command == null) {
        replies.noArray();
      } else {
        describe(command);
      }
    }
  }

  private @Nullable Command named(int argument) {
    Command command =
        Command.find(arguments.bytes(), arguments.start(argument), arguments.end(argument));
    return command == null || !command.isServed(hasKeys) ? null : command;
  }

  /** Answers which arguments of a request are keys. */
  private void keys() {
    Command command = arguments.count() == 2 ? null : named(2);
    if (command == null) {
      throw new RequestException("ERR Invalid command specified");
    }
    if (!command.hasKey()) {
      throw new RequestException("ERR The command has no key arguments");
    }
    if (!command.accepts(arguments.count() - 2)) {
      throw new RequestException("ERR Invalid number of arguments specified for command");
    }
    replies.array(1);
    replies.text(arguments.bytes(), arguments.start(3), arguments.end(3));
  }

  /**
   * Writes the ten parts that Redis 7 has, including the first key's index, the last key's index,
   * and the step between keys. The others are empty.
   */
  private void describe(Command command) {
    replies.array(10);
    replies.text(command.lowerCase());
    replies.integer(command.arity());
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

  private void summaries() {
    List<Command> wanted =
        arguments.count() == 2
            ? commands
            : IntStream.range(2, arguments.count())
                .mapToObj(this::named)
                .filter(Objects::nonNull)
                .toList();
    replies.map(wanted.size());
    wanted.forEach(this::summary);
  }

  private void summary(Command command) {
    replies.text(command.lowerCase());
    replies.map(2);
    replies.entry("summary", command.summary());
    replies.entry("group", "generic");
  }
}
