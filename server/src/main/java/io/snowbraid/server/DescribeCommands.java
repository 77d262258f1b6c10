package io.snowbraid.server;

import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The commands that describe the server and its commands. */
final class DescribeCommands {

  private static final Set<String> ALL = Set.of("all", "everything", "default");

  private final ServerInfo info;
  private final Arguments arguments;
  private final Replies replies;

  DescribeCommands(ServerInfo info, Arguments arguments, Replies replies) {
    this.info = info;
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
    replies.text(info.text(isWanted));
  }

  void command() {
    if (arguments.count() == 1) {
      list();
      return;
    }
    switch (arguments.shown(1).toLowerCase(Locale.ROOT)) {
      case "count" -> replies.integer(Command.values().length);
      case "list" -> names();
      case "info" -> some();
      case "docs" -> summaries();
      case "getkeys" -> throw new RequestException("ERR The command has no key arguments");
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
    replies.array(Command.values().length);
    for (Command command : Command.values()) {
      describe(command);
    }
  }

  private void names() {
    replies.array(Command.values().length);
    for (Command command : Command.values()) {
      replies.text(command.lowerCase());
    }
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
    return Command.find(arguments.bytes(), arguments.start(argument), arguments.end(argument));
  }

  /** Writes the ten parts that Redis 7 has: the numbers of keys are 0, and the rest is empty. */
  private void describe(Command command) {
    replies.array(10);
    replies.text(command.lowerCase());
    replies.integer(command.arity());
    replies.set(command.flags().size());
    command.flags().forEach(replies::simple);
    replies.integer(0);
    replies.integer(0);
    replies.integer(0);
    replies.set(0);
    replies.array(0);
    replies.array(0);
    replies.array(0);
  }

  private void summaries() {
    if (arguments.count() == 2) {
      replies.map(Command.values().length);
      for (Command command : Command.values()) {
        summary(command);
      }
      return;
    }
    int known = (int) IntStream.range(2, arguments.count()).filter(i -> named(i) != null).count();
    replies.map(known);
    for (int i = 2; i < arguments.count(); i++) {
      Command command = named(i);
      if (command != null) {
        summary(command);
      }
    }
  }

  private void summary(Command command) {
    replies.text(command.lowerCase());
    replies.map(2);
    replies.text("summary");
    replies.text(command.summary());
    replies.text("group");
    replies.text("generic");
  }
}
