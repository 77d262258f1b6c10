package io.snowbraid.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowbraid.server.internal.access.Authenticator;
import io.snowbraid.server.internal.access.Authenticator.Login;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests files of users. */
class UsersTest {

  private static final String FIRST = Users.newSecret();
  private static final String SECOND = Users.newSecret();
  private static final String THIRD = Users.newSecret();
  private static final String HASH = Users.line("x", FIRST).substring(2);
  private static final String OLD_HASH = "8PHy8/T19vf4.fr7/P3./w$j79pxYJB7PAgG0PCylK9GbQwRIF53";

  @TempDir private Path directory;

  private Path file(String... lines) throws Exception {
    return Files.write(directory.resolve("users"), List.of(lines));
  }

  private Authenticator read(String... lines) throws Exception {
    return new Authenticator(Users.read(file(lines)).accounts());
  }

  private void assertRejected(String message, String... lines) throws Exception {
    Path wrong = file(lines);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Users.read(wrong))
        .withMessage(message.formatted("file=" + wrong));
  }

  @Test
  void userHasOneOrTwoSecrets() throws Exception {
    Authenticator users =
        read("# those who may", "", Users.line("anna", FIRST), Users.line("bert", SECOND, THIRD));
    assertThat(users.logIn("anna", FIRST)).isNotNull();
    assertThat(users.logIn("bert", SECOND)).isNotNull();
    assertThat(users.logIn("bert", THIRD)).isNotNull();
    assertThat(users.logIn("bert", FIRST)).isNull();
    assertThat(users.logIn("anna", SECOND)).isNull();
    assertThat(users.logIn("carl", FIRST)).isNull();
    assertThat(users.logIn("anna", "")).isNull();
  }

  /** Some editors write it at the beginning of a file. */
  @Test
  void byteOrderMarkIsIgnored() throws Exception {
    assertThat(read("\uFEFF" + Users.line("anna", FIRST)).logIn("anna", FIRST)).isNotNull();
    String other = Users.line("anna", FIRST).replace("nn", "n\uFEFFn");
    assertThat(read(other).logIn("anna", FIRST)).isNull();
  }

  @Test
  void administratorHasTheWordAtTheEnd() throws Exception {
    Authenticator users =
        read(Users.line("anna", FIRST), Users.line("ops", SECOND, THIRD) + "  admin ");
    assertThat(users.logIn("anna", FIRST).administers()).isFalse();
    assertThat(users.logIn("ops", SECOND).administers()).isTrue();
    assertThat(users.logIn("ops", THIRD).administers()).isTrue();
  }

  @Test
  void threeSecretsAreRejected() throws Exception {
    assertRejected(
        "user must have one or two secrets: %s, line=2, secrets=3; remove the oldest hashes",
        "# three", Users.line("anna", FIRST, SECOND) + "," + HASH);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Users.line("anna", FIRST, SECOND, THIRD))
        .withMessageStartingWith("user must have one or two secrets from newSecret: user=anna");
  }

  @Test
  void repeatedUserIsRejected() throws Exception {
    assertRejected(
        "user must be listed only once: %s, line=2, user=anna; remove one of the lines",
        Users.line("anna", FIRST), Users.line("anna", SECOND));
  }

  @Test
  void passwordIsRejectedWithItsLineAndTheCommandToRun() throws Exception {
    assertRejected(
        "user must have a secret, not a password: %s, line=3; replace the line with one printed by"
            + " new-secret NAME",
        Users.line("anna", FIRST), "", "bert:$pbkdf2-sha256$600000$" + OLD_HASH + " admin");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "anna",
        "anna:",
        "anna:open sesame",
        "anna:%s,",
        "anna:%sa",
        ":%s",
        "anna:%s adm",
        "an na:%s"
      })
  void otherLineIsRejectedAndItsHashNotShown(String line) throws Exception {
    assertRejected(
        "user must be name:HASH[,HASH] [admin]: %s, line=2; replace the line with one printed by"
            + " new-secret NAME",
        Users.line("bert", SECOND), line.formatted(HASH));
  }

  @Test
  void secretInThePlaceOfItsHashIsRejectedAndNotShown() throws Exception {
    Path wrong = file("anna:" + FIRST);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Users.read(wrong))
        .withMessageContaining("line=1")
        .withMessageNotContaining(FIRST);
  }

  @Test
  void fileWithoutUsersIsRejected() throws Exception {
    assertRejected(
        "users file must not be empty: %s; add a line printed by new-secret", "# nobody");
  }

  @Test
  void lineNeedsANameAndASecretThatWasGenerated() {
    assertThatIllegalArgumentException().isThrownBy(() -> Users.line("a:b", FIRST));
    assertThatIllegalArgumentException().isThrownBy(() -> Users.line("a"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Users.line("a", "open sesame"))
        .withMessageNotContaining("sesame");
  }

  @Test
  void loginLastsAsLongAsItsSecretAndHasTheRightsOfTheUser() throws Exception {
    Authenticator users = read(Users.line("anna", FIRST, SECOND));
    Login first = users.logIn("anna", FIRST);
    Login second = users.logIn("anna", SECOND);
    users.replace(Users.read(file(Users.line("anna", SECOND, THIRD) + " admin")).accounts());
    assertThat(users.renew(first)).isNull();
    assertThat(users.renew(second).administers()).isTrue();
    users.replace(Users.read(file(Users.line("bert", SECOND))).accounts());
    assertThat(users.renew(second)).as("the secret of another user").isNull();
  }

  @Test
  void textsOfLoginsHideHashes() throws Exception {
    Authenticator users = read(Users.line("anna", FIRST));
    Login login = users.logIn("anna", FIRST);
    assertThat(login).hasToString("Login[anna]");
    assertThat(login.account()).hasToString("Account[anna]");
  }
}
