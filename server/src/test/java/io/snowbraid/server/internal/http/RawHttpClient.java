package io.snowbraid.server.internal.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A client that sends whatever bytes it is told to. */
final class RawHttpClient implements AutoCloseable {

  /** A response; names of headers in lower case. */
  record Response(int status, Map<String, String> headers, String body) {}

  private final Socket socket = new Socket();
  private final InputStream in;

  RawHttpClient(InetSocketAddress address) throws IOException {
    this(address, 0);
  }

  /** Creates a client whose socket holds so many bytes that were not read; 0 for the usual. */
  RawHttpClient(InetSocketAddress address, int receiveBuffer) throws IOException {
    if (receiveBuffer > 0) {
      socket.setReceiveBufferSize(receiveBuffer);
    }
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(60_000);
    socket.connect(address);
    in = new BufferedInputStream(socket.getInputStream());
  }

  static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }

  Response ask(String request) throws IOException {
    send(request);
    return read();
  }

  void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(UTF_8));
  }

  /** Reads a response whose length is in its headers. */
  Response read() throws IOException {
    Response head = readHead();
    int length = Integer.parseInt(head.headers().getOrDefault("content-length", "-1"));
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException();
    }
    return new Response(head.status(), head.headers(), new String(body, UTF_8));
  }

  /** Reads a response that has no body whatever its headers say. */
  Response readHead() throws IOException {
    String status = line();
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    return new Response(Integer.parseInt(status.split(" ", 3)[1]), headers, "");
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int b = in.read();
    while (b != '\n') {
      if (b < 0) {
        throw new EOFException();
      }
      line.write(b);
      b = in.read();
    }
    return line.toString(ISO_8859_1).stripTrailing();
  }

  /** Returns the next byte; -1 if the server has ended the connection. */
  int readByte() throws IOException {
    return in.read();
  }

  /** Reads until the server ends the connection; returns how many bytes came. */
  long readAll() {
    long read = 0;
    try {
      while (in.read() >= 0) {
        read++;
      }
    } catch (SocketTimeoutException e) {
      throw new AssertionError("the server has not ended the connection", e);
    } catch (IOException e) { // a connection that is cut off may also be reset
      return read;
    }
    return read;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
