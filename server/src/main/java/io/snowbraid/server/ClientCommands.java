package io.snowbraid.server;

import java.util.Locale;

/** The commands about the connection. */
final class ClientCommands {

  private static final String NO_PASSWORD =
      "ERR AUTH <password> called without any password configured for the default user. Are you"
          + " sure your configuration is correct?";

  private final Arguments arguments;
  private final Replies replies;

  ClientCommands(Arguments arguments, Replies replies) {
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
    Session session = connection.session();
    int version = arguments.count() == 1 ? session.version() : protocolVersion();
    String name = session.name();
    int next = 2;
    while (next < arguments.count()) {
      if (arguments.is(next, "setname") && next + 1 < arguments.count()) {
        name = clientName(next + 1);
        next += 2;
      } else if (arguments.is(next, "auth") && next + 2 < arguments.count()) {
        throw new RequestException(NO_PASSWORD);
      } else {
        throw new RequestException(
            "ERR Syntax error in HELLO option '" + arguments.shown(next) + "'");
      }
    }
    session.version(version);
    session.name(name);
    replies.version(version);
    describe(session);
  }

  private int protocolVersion() {
    long version = arguments.integer(1, "ERR Protocol version is not an integer or out of range");
    if (version != 2 && version != 3) {
      throw new RequestException("NOPROTO unsupported protocol version");
    }
    return (int) version;
  }

  private void describe(Session session) {
    replies.map(7);
    replies.text("server");
    replies.text("snowbraid");
    replies.text("version");
    replies.text(ServerInfo.REDIS_VERSION);
    replies.text("proto");
    replies.integer(session.version());
    replies.text("id");
    replies.integer(session.id());
    replies.text("mode");
    replies.text("standalone");
    replies.text("role");
    replies.text("master");
    replies.text("modules");
    replies.array(0);
  }

  void auth() {
    if (arguments.count() > 3) {
      throw new RequestException("ERR syntax error");
    }
    throw new RequestException(NO_PASSWORD);
  }

  void select() {
    if (arguments.integer(1) != 0) {
      throw new RequestException("ERR DB index is out of range");
    }
    replies.ok();
  }

  void reset(Connection connection) {
    connection.session().reset();
    replies.version(2);
    replies.simple("RESET");
  }

  void quit(Connection connection) {
    replies.ok();
    connection.end();
  }

  void client(Connection connection) {
    Session session = connection.session();
    String subcommand = arguments.shown(1).toLowerCase(Locale.ROOT);
    switch (subcommand) {
      case "setinfo" -> requireCount(4, subcommand).ok();
      case "setname" -> {
        Replies checked = requireCount(3, subcommand);
        session.name(clientName(2));
        checked.ok();
      }
      case "getname" -> name(session, subcommand);
      case "id" -> requireCount(2, subcommand).integer(session.id());
      case "info", "list" -> replies.text(connection.describe() + "\n");
      case "no-evict", "no-touch" -> requireCount(3, subcommand).ok();
      default -> throw unknown();
    }
  }

  private void name(Session session, String subcommand) {
    Replies checked = requireCount(2, subcommand);
    if (session.name().isEmpty()) {
      checked.nothing();
    } else {
      checked.text(session.name());
    }
  }

  private RequestException unknown() {
    return new RequestException(
        "ERR unknown subcommand '"
            + arguments.shown(1)
            + "'. This server has CLIENT SETINFO, SETNAME, GETNAME, ID, INFO, LIST, NO-EVICT and"
            + " NO-TOUCH.");
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
