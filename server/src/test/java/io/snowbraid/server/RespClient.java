package io.snowbraid.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import javax.net.SocketFactory;

/** A client that shows what the server says, byte for byte or as text. */
public final class RespClient implements AutoCloseable {

  private final Socket socket;
  private final InputStream in;

  public RespClient(InetSocketAddress address) throws IOException {
    this(address, 0);
  }

  /** Creates a client whose socket holds so many bytes that were not read; 0 for the usual. */
  public RespClient(InetSocketAddress address, int receiveBuffer) throws IOException {
    this(new Socket(), address, receiveBuffer);
  }

  private RespClient(Socket socket, InetSocketAddress address, int receiveBuffer)
      throws IOException {
    this.socket = socket;
    if (receiveBuffer > 0) {
      socket.setReceiveBufferSize(receiveBuffer);
    }
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(60_000);
    socket.connect(address);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** Creates a client over sockets of another kind, such as those with TLS. */
  static RespClient over(SocketFactory sockets, InetSocketAddress address) throws IOException {
    return new RespClient(sockets.createSocket(), address, 0);
  }

  /** Sends a line of words without quotes, and returns the answer. */
  public String ask(String line) throws IOException {
    send(line + "\r\n");
    return read();
  }

  /** Sends words that may contain any characters, and returns the answer. */
  public String askWords(String... words) throws IOException {
    send(request(words));
    return read();
  }

  /** Returns a request of words that may contain any characters. */
  static String request(String... words) {
    StringBuilder request = new StringBuilder("*" + words.length + "\r\n");
    for (String word : words) {
      request.append("$%d\r\n%s\r\n".formatted(word.getBytes(UTF_8).length, word));
    }
    return request.toString();
  }

  public void send(String text) throws IOException {
    send(text.getBytes(UTF_8));
  }

  public void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** Returns the next answer as text: {@code +OK}, {@code :5}, {@code text}, {@code [:1, :2]}. */
  public String read() throws IOException {
    String line = line();
    String rest = line.substring(1);
    return switch (line.charAt(0)) {
      case '+', '-', ':' -> line;
      case '_' -> "null";
      case '=' -> text(Integer.parseInt(rest)); // as texts, but with their kind
      case '$' -> rest.equals("-1") ? "null" : text(Integer.parseInt(rest));
      case '*' -> rest.equals("-1") ? "null array" : several(Integer.parseInt(rest)).toString();
      case '~' -> "~" + several(Integer.parseInt(rest));
      case '%' -> "%" + several(2 * Integer.parseInt(rest));
      default -> throw new IOException("unknown answer: " + line);
    };
  }

  private List<String> several(int count) throws IOException {
    List<String> answers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      answers.add(read());
    }
    return answers;
  }

  private String text(int length) throws IOException {
    byte[] bytes = in.readNBytes(length + 2);
    if (bytes.length < length + 2) {
      throw new EOFException();
    }
    return new String(bytes, 0, length, UTF_8);
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
    String text = line.toString(UTF_8);
    if (!text.endsWith("\r")) {
      throw new IOException("line must end with CR LF: " + text);
    }
    return text.substring(0, text.length() - 1);
  }

  /** Returns the next byte; -1 if the server has ended the connection. */
  public int readByte() throws IOException {
    return in.read();
  }

  /** Waits until the server ends the connection. Returns whether it has sent no text before. */
  boolean isEndedWithoutAnswer() {
    try {
      return new String(in.readAllBytes(), UTF_8).chars().noneMatch(b -> b >= ' ' && b <= '~');
    } catch (SocketTimeoutException e) {
      throw new AssertionError("the server has not ended the connection", e);
    } catch (IOException e) { // a connection that is cut off may also be reset
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
