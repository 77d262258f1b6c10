package io.snowbraid.server.internal.resp;

import io.snowbraid.error.SnowbraidException;
import io.snowbraid.keyed.KeyedNumbers;
import io.snowbraid.server.internal.access.Authenticator.Login;
import io.snowbraid.server.internal.services.ErrorText;
import io.snowbraid.server.internal.services.Services;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Answers requests in an event loop's thread. */
final class Commands {

  private static final String NO_USER = "NOAUTH Authentication required.";

  private static final String NO_TRANSACTIONS =
      "ERR MULTI and EXEC are not supported; send the commands in a pipeline without a transaction,"
          + " such as pipeline(transaction=False) in redis-py";

  private static final Set<String> TRANSACTIONS =
      Set.of("multi", "exec", "discard", "watch", "unwatch");

  private final boolean areUsersRequired;
  private final RequestParser arguments;
  private final Replies replies;
  private final IdCommands ids;
  private final ClientCommands clients;
  private final DescribeCommands descriptions;
  private final @Nullable KeyCommands keys;
  private final @Nullable ClusterCommands cluster;

  Commands(Services services, RequestParser arguments, Replies replies) {
    this.areUsersRequired = services.authenticator().isRequired();
    this.arguments = arguments;
    this.replies = replies;
    this.ids = new IdCommands(services, arguments, replies);
    KeyedNumbers keyed = services.keyed();
    this.clients = new ClientCommands(services.authenticator(), keyed != null, arguments, replies);
    this.descriptions = new DescribeCommands(services.figures(), keyed, arguments, replies);
    this.keys = keyed != null ? new KeyCommands(keyed, services, arguments, replies) : null;
    this.cluster = keyed != null ? new ClusterCommands(keyed, arguments, replies) : null;
  }

  /**
   * Answers the last parsed request, or makes its connection wait for the answer.
   *
   * @return the request's command; null if it is unknown
   */
  @Nullable Command run(Connection connection) {
    int begin = replies.size();
    Command command = null;
    try {
      command = requireCommand(connection);
      run(command, connection);
    } catch (RequestException e) {
      replies.replaceSince(begin, String.valueOf(e.getMessage()));
    } catch (SnowbraidException | IllegalArgumentException e) {
      replies.replaceSince(begin, ErrorText.of(e));
    } catch (RuntimeException e) {
      connection.failed(e);
      replies.replaceSince(begin, "UNAVAILABLE the server failed; see its log");
    }
    return command;
  }

  private Command requireCommand(Connection connection) {
    Command command = Command.find(arguments.bytes(), arguments.start(0), arguments.end(0));
    if (command == null || !command.isServed(keys != null)) {
      if (arguments.is(0, "post") || arguments.is(0, "host:")) {
        connection.endAfterTurn(); // a web page made a browser send this; the rest is not for us
      }
      throw unknown();
    }
    if (!command.accepts(arguments.count())) {
      throw ClientCommands.wrongCount(command.lowerCase());
    }
    if (areUsersRequired) {
      requireUser(command, connection.login());
    }
    return command;
  }

  private static void requireUser(Command command, @Nullable Login login) {
    if (login == null && command.needsUser()) {
      throw new RequestException(NO_USER);
    }
    if (login != null && command.isAdministrative() && !login.administers()) {
      throw new RequestException(
          "NOPERM User "
              + login.user()
              + " has no permissions to run the '"
              + command.lowerCase()
              + "' command; add admin to the end of its line in the users file");
    }
  }

  private RequestException unknown() {
    return new RequestException(
        TRANSACTIONS.contains(arguments.shown(0).toLowerCase(Locale.ROOT))
            ? NO_TRANSACTIONS
            : "ERR unknown command '"
                + arguments.shown(0)
                + "': this server issues ids, and has only "
                + Command.names(keys != null));
  }

  private void run(Command command, Connection connection) {
    switch (command) {
      case GETID -> ids.getId(connection);
      case MGETID -> ids.getIds(connection);
      case NEXTID -> ids.nextId(connection);
      case MNEXTID -> ids.nextIds(connection);
      case NEWTAG -> ids.createTag(connection);
      case BLOCK -> ids.claimBlock(connection);
      case DECODEID -> ids.decode();
      case INCR -> keys().next(connection);
      case INCRBY -> keys().several(connection);
      case GET -> keys().get(connection);
      case ADVANCE -> keys().advance(connection);
      case CLUSTER -> cluster().run();
      case READONLY -> replies.ok();
      case DBSIZE -> descriptions.size();
      case CONFIG -> descriptions.config();
      case PING -> clients.ping();
      case ECHO -> clients.echo();
      case HELLO -> clients.hello(connection);
      case AUTH -> clients.auth(connection);
      case SELECT -> clients.select();
      case CLIENT -> clients.client(connection);
      case COMMAND -> descriptions.command();
      case INFO -> descriptions.info();
      case ROLE -> descriptions.role();
      case QUIT -> clients.quit(connection);
      case RESET -> clients.reset(connection);
    }
  }

  private KeyCommands keys() {
    return Objects.requireNonNull(keys, "keys");
  }

  private ClusterCommands cluster() {
    return Objects.requireNonNull(cluster, "cluster");
  }
}
