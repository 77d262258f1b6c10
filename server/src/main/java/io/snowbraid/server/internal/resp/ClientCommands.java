package io.snowbraid.server.internal.resp;

import io.snowbraid.server.internal.access.Authenticator;
import io.snowbraid.server.internal.access.Authenticator.Login;
import io.snowbraid.server.internal.services.Figures;
import java.util.Locale;

/** The connection commands, such as HELLO. */
final class ClientCommands {

  private static final String NO_PASSWORD =
      "ERR AUTH <password> called without any password configured for the default user. Are you"
          + " sure your configuration is correct?";

  private static final String NO_USER =
      "NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO"
          + " <proto> AUTH <user> <pass> option can be used to authenticate the client and select"
          + " the RESP protocol version at the same time";

  private static final String WRONG =
      "WRONGPASS invalid username-password pair or user is disabled.";

  private static final String DEFAULT_USER = "default";

  /** Limits names, because each connection keeps its own. */
  private static final int MAX_NAME = 256;

  private final Authenticator authenticator;
  private final boolean isCluster;
  private final RequestParser arguments;
  private final Replies replies;

  ClientCommands(
      Authenticator authenticator, boolean isCluster, RequestParser arguments, Replies replies) {
    this.authenticator = authenticator;
    this.isCluster = isCluster;
    this.arguments = arguments;
    this.replies = replies;
  }

  void ping() {
    if (arguments.count() > 2) {
      throw wrongCount("ping");
    }
    if (arguments.count() == 2) {
      echo();
    } else {
      replies.simple("PONG");
    }
  }

  void echo() {
    replies.text(arguments.bytes(), arguments.start(1), arguments.end(1));
  }

  void hello(Connection connection) {
    int version = arguments.count() == 1 ? connection.version() : protocolVersion();
    String name = connection.name();
    int user = 0;
    int next = 2;
    while (next < arguments.count()) {
      if (arguments.is(next, "setname") && next + 1 < arguments.count()) {
        name = clientName(next + 1);
        next += 2;
      } else if (arguments.is(next, "auth") && next + 2 < arguments.count()) {
        user = next + 1;
        next += 3;
      } else {
        throw new RequestException(
            "ERR Syntax error in HELLO option '" + arguments.shown(next) + "'");
      }
    }
    greet(connection, user, version, name);
  }

  /**
   * Answers HELLO.
   *
   * @param user the index of the user argument, which precedes the secret; 0 if there is none
   */
  private void greet(Connection connection, int user, int version, String name) {
    if (user > 0) {
      logIn(connection, arguments.text(user), arguments.text(user + 1));
    } else if (authenticator.isRequired() && connection.login() == null) {
      throw new RequestException(NO_USER);
    }
    connection.version(version);
    connection.name(name);
    replies.version(version);
    describe(connection);
  }

  private void logIn(Connection connection, String user, String secret) {
    if (!authenticator.isRequired()) {
      throw new RequestException(NO_PASSWORD);
    }
    Login login = authenticator.logIn(user, secret);
    if (login == null) {
      connection.refused(Authenticator.refusal(user, secret));
      throw new RequestException(WRONG);
    }
    connection.login(login);
  }

  private int protocolVersion() {
    long version = arguments.integer(1, "ERR Protocol version is not an integer or out of range");
    if (version != 2 && version != 3) {
      throw new RequestException("NOPROTO unsupported protocol version");
    }
    return (int) version;
  }

  private void describe(Connection connection) {
    replies.map(7);
    replies.entry("server", "snowbraid");
    replies.entry("version", Figures.REDIS_VERSION);
    replies.entry("proto", connection.version());
    replies.entry("id", connection.id);
    replies.entry("mode", isCluster ? "cluster" : "standalone");
    replies.entry("role", "master");
    replies.text("modules");
    replies.array(0);
  }

  void auth(Connection connection) {
    switch (arguments.count()) {
      case 2 -> logIn(connection, DEFAULT_USER, arguments.text(1));
      case 3 -> logIn(connection, arguments.text(1), arguments.text(2));
      default -> throw new RequestException("ERR syntax error");
    }
    replies.ok();
  }

  void select() {
    if (arguments.integer(1) != 0) {
      throw new RequestException("ERR DB index is out of range");
    }
    replies.ok();
  }

  void reset(Connection connection) {
    connection.reset();
    replies.version(2);
    replies.simple("RESET");
  }

  void quit(Connection connection) {
    replies.ok();
    connection.endAfterTurn();
  }

  void client(Connection connection) {
    String subcommand = arguments.shown(1).toLowerCase(Locale.ROOT);
    switch (subcommand) {
      case "setinfo" -> requireCount(4, subcommand).ok();
      case "setname" -> {
        Replies checked = requireCount(3, subcommand);
        connection.name(clientName(2));
        checked.ok();
      }
      case "getname" -> name(connection, subcommand);
      case "id" -> requireCount(2, subcommand).integer(connection.id);
      case "info", "list" -> replies.text(connection.describe() + "\n");
      case "no-evict", "no-touch" -> requireCount(3, subcommand).ok();
      default ->
          throw unknownSubcommand(
              arguments, "CLIENT SETINFO, SETNAME, GETNAME, ID, INFO, LIST, NO-EVICT and NO-TOUCH");
    }
  }

  private void name(Connection connection, String subcommand) {
    Replies checked = requireCount(2, subcommand);
    if (connection.name().isEmpty()) {
      checked.nullReply();
    } else {
      checked.text(connection.name());
    }
  }

  static RequestException unknownSubcommand(RequestParser arguments, String served) {
    return new RequestException(
        "ERR unknown subcommand '" + arguments.shown(1) + "'. This server has " + served + ".");
  }

  private Replies requireCount(int count, String subcommand) {
    if (arguments.count() != count) {
      throw wrongCount("client|" + subcommand);
    }
    return replies;
  }

  static RequestException wrongCount(String command) {
    return new RequestException("ERR wrong number of arguments for '" + command + "' command");
  }

  private String clientName(int argument) {
    if (arguments.end(argument) - arguments.start(argument) > MAX_NAME) {
      throw new RequestException("ERR Client names must have at most " + MAX_NAME + " bytes");
    }
    for (int i = arguments.start(argument); i < arguments.end(argument); i++) {
      byte b = arguments.bytes()[i];
      if (b < '!' || b > '~') {
        throw new RequestException(
            "ERR Client names cannot contain spaces, newlines or special characters.");
      }
    }
    return arguments.text(argument);
  }
}
