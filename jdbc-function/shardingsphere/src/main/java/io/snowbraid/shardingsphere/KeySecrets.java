package io.snowbraid.shardingsphere;

import java.util.regex.Pattern;

/** Keeps passwords out of what people read. */
final class KeySecrets {

  /** Settings follow the first of these; passwords are among them. */
  private static final Pattern SETTINGS = Pattern.compile("[?;].*", Pattern.DOTALL);

  /** {@code //user:password@host}, and Oracle's {@code :user/password@host}. */
  private static final Pattern LOGIN = Pattern.compile("(?<=//)[^/@]*@|(?<=:)[^:/@]+/[^/@]+@");

  private KeySecrets() {}

  static String shown(KeyProperty property, String value) {
    return switch (property) {
      case PASSWORD -> "***";
      case URL -> address(value);
      default -> value;
    };
  }

  /** The address of a database without its settings and its user. */
  static String address(String url) {
    return LOGIN.matcher(SETTINGS.matcher(url).replaceFirst("")).replaceFirst("");
  }
}
