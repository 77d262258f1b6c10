package io.snowbraid.jdbc.internal;

import java.sql.SQLException;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Removes secrets from JDBC URLs and from texts that quote them. */
public final class DatabaseAddress {

  private static final String HIDDEN = "***";

  /** The settings of a URL, which may include passwords. */
  private static final Pattern SETTINGS = Pattern.compile("[?;].*", Pattern.DOTALL);

  /** Matches {@code //user:password@host} and anything that looks like it before the settings. */
  private static final Pattern LOGIN =
      Pattern.compile(
          "(?<=//)(?:[^/@:]*:(.*)@|[^/@]*@|[^/@:,\\[\\]]+:(?!\\d+(?:[,/\\\\]|$)).*)",
          Pattern.DOTALL);

  /** Oracle's {@code :user/password@host}. */
  private static final Pattern ORACLE_LOGIN =
      Pattern.compile("(?<=jdbc:oracle:\\w{1,5}:)[^@/]+/(?:(.*)@|[^@]*$)", Pattern.DOTALL);

  /** A setting whose name suggests a secret, anywhere in a text. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)(\\w{0,40}(?:passw|pwd|passphrase|secret|token)\\w{0,40}\\s{0,4}=\\s{0,4})([^;&,)\\s\"']+)");

  /** A URL in a sentence. It ends before a quote, or before a blank outside of its settings. */
  private static final Pattern QUOTED =
      Pattern.compile("jdbc:[^\\s\"'?;]*(?:[?;](?=\\S)[^\"'\\n]*)?");

  /** A login that a driver took for part of the host. */
  private static final Pattern BARE_LOGIN =
      Pattern.compile("[^\\s/@:\"']{1,100}:[^\\s@\"']{1,200}@(?=\\S)");

  private DatabaseAddress() {}

  /**
   * Removes possible secrets from a URL.
   *
   * @param url a JDBC URL
   * @return the URL without settings, user and password
   */
  public static String withoutSecrets(String url) {
    String address = SETTINGS.matcher(url).replaceFirst("");
    String noLogin = ORACLE_LOGIN.matcher(address).replaceFirst("");
    return hideSettings(LOGIN.matcher(noLogin).replaceFirst(""));
  }

  /**
   * Removes possible secrets from all JDBC URLs in a text, and the values of settings named like
   * passwords.
   *
   * @param text a text, such as a driver's message
   * @return the text without secrets
   */
  public static String hideSecrets(String text) {
    String hidden =
        QUOTED
            .matcher(text)
            .replaceAll(url -> Matcher.quoteReplacement(withoutSecrets(url.group())));
    return hideSettings(BARE_LOGIN.matcher(hidden).replaceAll(HIDDEN + "@"));
  }

  /**
   * Removes secrets like {@link #hideSecrets(String)}, and removes one URL's passwords wherever
   * they occur.
   *
   * @param text a text, such as a driver's message
   * @param url the URL that was used
   * @return the text without secrets
   */
  public static String hideSecrets(String text, String url) {
    String hidden = text.replace(url, withoutSecrets(url));
    for (String secret : secrets(url)) {
      String word = "(?<!\\w)" + Pattern.quote(secret) + "(?!\\w)";
      hidden = Pattern.compile(word).matcher(hidden).replaceAll(HIDDEN);
    }
    return hideSecrets(hidden);
  }

  private static List<String> secrets(String url) {
    return Stream.of(
            LOGIN.matcher(url).results().map(login -> login.group(1)),
            ORACLE_LOGIN.matcher(url).results().map(login -> login.group(1)),
            SECRET.matcher(url).results().map(setting -> setting.group(2)))
        .flatMap(each -> each)
        .filter(secret -> secret != null && !secret.isEmpty())
        .toList();
  }

  private static String hideSettings(String text) {
    return SECRET
        .matcher(text)
        .replaceAll(setting -> Matcher.quoteReplacement(setting.group(1) + HIDDEN));
  }

  /**
   * Removes possible secrets from a failure and its causes. Circular chains of causes are cut.
   *
   * @param failure an exception from a driver or pool
   * @return the same exception if it contains no secret, otherwise a copy with the same stack
   *     traces
   */
  public static Throwable hideSecrets(Throwable failure) {
    return hideSecrets(failure, Causes.of(failure).skip(1).iterator());
  }

  private static Throwable hideSecrets(Throwable failure, Iterator<Throwable> causes) {
    Throwable hiddenCause = causes.hasNext() ? hideSecrets(causes.next(), causes) : null;
    String text = String.valueOf(failure.getMessage());
    String hiddenText = hideSecrets(text);
    if (text.equals(hiddenText) && failure.getCause() == hiddenCause) {
      return failure;
    }
    SQLException copy =
        failure instanceof SQLException e
            ? new SQLException(hiddenText, e.getSQLState(), e.getErrorCode(), hiddenCause)
            : new SQLException(failure.getClass().getName() + ": " + hiddenText, hiddenCause);
    copy.setStackTrace(failure.getStackTrace());
    return copy;
  }
}
