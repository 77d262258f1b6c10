package io.snowbraid.jdbc.internal;

import java.util.regex.Pattern;

/** JDBC URLs as people may see them. */
public final class DatabaseAddress {

  /** Settings follow the first of these; passwords are among them. */
  private static final Pattern SETTINGS = Pattern.compile("[?;].*", Pattern.DOTALL);

  /** {@code //user:password@host}, and Oracle's {@code :user/password@host}. */
  private static final Pattern LOGIN = Pattern.compile("(?<=//)[^/@]*@|(?<=:)[^:/@]+/[^/@]+@");

  private DatabaseAddress() {}

  /**
   * Leaves out what may be secret.
   *
   * @param url a JDBC URL
   * @return the same without settings, user and password
   */
  public static String withoutSecrets(String url) {
    return LOGIN.matcher(SETTINGS.matcher(url).replaceFirst("")).replaceFirst("");
  }
}
