package io.snowbraid.server.internal.resp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The commands. */
enum Command {
  GETID(1, "Generates an id", "fast"),
  MGETID(2, "Generates several ids", "fast"),
  NEXTID(2, "Draws the next number of a tag", "fast"),
  MNEXTID(3, "Draws several numbers of a tag", "fast"),
  NEWTAG(-2, "Creates a tag", "write"),
  BLOCK(3, "Claims a block of ids for a job", "write"),
  DECODEID(2, "Decodes an id", "fast"),
  INCR(2, "Increments the number of a key", "write denyoom fast", Use.OF_KEY),
  INCRBY(3, "Reserves numbers of a key and returns the last", "write denyoom fast", Use.OF_KEY),
  GET(2, "Returns the last number of a key", "readonly fast", Use.OF_KEY),
  ADVANCE(3, "Moves a key forward to a value", "write denyoom fast", Use.OF_KEY),
  CLUSTER(-2, "Describes the servers and their slots", "loading stale", Use.OF_CLUSTER),
  READONLY(1, "Does nothing; for cluster clients", "loading stale fast", Use.OF_CLUSTER),
  DBSIZE(1, "Returns how many keys are in memory", "readonly fast"),
  CONFIG(-2, "Returns the parameters that redis-benchmark shows", "noscript loading stale"),
  PING(-1, "Returns PONG or its argument", "fast"),
  ECHO(2, "Returns its argument", "fast"),
  HELLO(-1, "Sets the protocol version", "noscript loading stale fast no_auth"),
  AUTH(-2, "Logs in with a secret", "noscript loading stale fast no_auth"),
  SELECT(2, "Accepts the only database, 0", "loading stale fast"),
  CLIENT(-2, "Names or describes this connection", "noscript loading stale"),
  COMMAND(-1, "Describes the commands", "loading stale"),
  INFO(-1, "Describes the server", "loading stale"),
  ROLE(1, "Reports a primary without replicas", "noscript loading stale fast"),
  QUIT(-1, "Closes the connection", "noscript loading stale fast no_auth"),
  RESET(1, "Resets the connection", "noscript loading stale fast no_auth");

  private enum Use {
    /** On every server. */
    ALWAYS,
    /** On servers with numbers per key. */
    OF_CLUSTER,
    /** On servers with numbers per key; the first argument is a key. */
    OF_KEY
  }

  private static final int MAX_LETTERS = 8;
  private static final LongObjectMap<Command> BY_NAME = new LongObjectHashMap<>();

  static {
    for (Command command : values()) {
      byte[] name = command.name().getBytes(US_ASCII);
      BY_NAME.put(key(name, 0, name.length), command);
    }
  }

  final int arity;
  final String summary;
  private final String flags;
  private final Use use;

  /**
   * Describes a command.
   *
   * @param arity the number of arguments, including the name; negative if it is a minimum
   */
  Command(int arity, String summary, String flags, Use use) {
    this.arity = arity;
    this.summary = summary;
    this.flags = flags;
    this.use = use;
  }

  Command(int arity, String summary, String flags) {
    this(arity, summary, flags, Use.ALWAYS);
  }

  /** Returns the commands that are served. */
  static List<Command> served(boolean hasKeys) {
    return Arrays.stream(values()).filter(command -> command.isServed(hasKeys)).toList();
  }

  boolean isServed(boolean hasKeys) {
    return hasKeys || use == Use.ALWAYS;
  }

  /** Returns whether the first argument, and no other, is a key. */
  boolean hasKey() {
    return use == Use.OF_KEY;
  }

  /** Returns whether only administrators may use the command, if there are users. */
  boolean isAdministrative() {
    return this == ADVANCE || this == NEWTAG || this == BLOCK;
  }

  /** Returns the flags for COMMAND. */
  List<String> flags() {
    return List.of(flags.split(" ", -1));
  }

  /** Returns whether the command requires a login, if there are users. */
  boolean needsUser() {
    return !flags().contains("no_auth");
  }

  String lowerCase() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean accepts(int arguments) {
    return arity > 0 ? arguments == arity : arguments >= -arity;
  }

  /** Finds a command by its name in any case; null if there is none. */
  static @Nullable Command find(byte[] bytes, int from, int to) {
    return to - from > MAX_LETTERS ? null : BY_NAME.get(key(bytes, from, to));
  }

  /** Packs a name in lower case. */
  private static long key(byte[] bytes, int from, int to) {
    long key = 0;
    for (int i = from; i < to; i++) {
      key = (key << 8) | (bytes[i] & 0xff) | 0x20;
    }
    return key;
  }

  static String names(boolean hasKeys) {
    return served(hasKeys).stream().map(Enum::name).collect(Collectors.joining(" "));
  }
}
