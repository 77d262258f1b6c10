package io.snowbraid.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** A connection to a server, which closing its socket closes. Used by one thread. */
final class ServerConnection {

  private final DeadlineSocket plain;
  private final OutputStream out;
  private final ReplyReader replies;

  private ServerConnection(DeadlineSocket plain, Socket socket) throws IOException {
    this.plain = plain;
    this.out = socket.getOutputStream();
    this.replies = new ReplyReader(socket.getInputStream());
  }

  /**
   * Connects, encrypts and authenticates.
   *
   * @param plain a new socket with a deadline
   * @throws IOException if that fails or misses the deadline
   */
  static ServerConnection open(DeadlineSocket plain, ServerAddress address, ClientSettings settings)
      throws IOException {
    InetSocketAddress found = address.lookUp();
    if (found.isUnresolved()) {
      throw new UnknownHostException("its host name is unknown");
    }
    plain.setTcpNoDelay(true);
    plain.connect(found, plain.leftMillis());
    SSLContext tls = settings.tls;
    Socket socket = tls == null ? plain : encrypt(plain, address, tls);
    ServerConnection connection = new ServerConnection(plain, socket);
    connection.signIn(settings);
    return connection;
  }

  private static SSLSocket encrypt(Socket plain, ServerAddress address, SSLContext tls)
      throws IOException {
    SSLSocket socket =
        (SSLSocket)
            tls.getSocketFactory().createSocket(plain, address.host(), address.port(), true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS"); // checks the name in the certificate
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  private void signIn(ClientSettings settings) throws IOException {
    String user = settings.user;
    if (user != null) {
      ByteArrayOutputStream request = new ByteArrayOutputStream();
      write(request, "AUTH", user, settings.secret);
      out.write(request.toByteArray());
      replies.readStatus();
    }
  }

  /**
   * Draws ids.
   *
   * @param deadlineNanos when the answer must be complete
   * @throws IOException if there is no usable answer; the socket must then be closed, because the
   *     answer may still arrive
   */
  long[] draw(ClientSettings settings, int count, long deadlineNanos) throws IOException {
    plain.setDeadline(deadlineNanos);
    int each = settings.idsPerRequest;
    ByteArrayOutputStream requests = new ByteArrayOutputStream();
    for (int from = 0; from < count; from += each) {
      request(requests, settings, Math.min(each, count - from));
    }
    out.write(requests.toByteArray());
    long[] ids = new long[count];
    for (int from = 0; from < count; from += each) {
      replies.readNumbers(ids, from, Math.min(each, count - from));
    }
    requireRising(ids);
    return ids;
  }

  static int requestBytes(ClientSettings settings) {
    ByteArrayOutputStream one = new ByteArrayOutputStream();
    request(one, settings, settings.idsPerRequest);
    return one.size();
  }

  private static void request(ByteArrayOutputStream target, ClientSettings settings, int count) {
    String tag = settings.tag;
    if (tag == null) {
      write(target, "MGETID", Integer.toString(count));
    } else {
      write(target, "MNEXTID", tag, Integer.toString(count));
    }
  }

  private static void write(ByteArrayOutputStream target, String... words) {
    target.writeBytes(ascii("*" + words.length + "\r\n"));
    for (String word : words) {
      byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
      target.writeBytes(ascii("$" + bytes.length + "\r\n"));
      target.writeBytes(bytes);
      target.writeBytes(ascii("\r\n"));
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static void requireRising(long[] ids) throws ServerErrorException {
    for (int i = 1; i < ids.length; i++) {
      if (ids[i] <= ids[i - 1]) {
        throw ServerErrorException.garbage(
            "it answered " + ids[i] + " after " + ids[i - 1] + ", but ids must increase");
      }
    }
  }
}
