package io.snowbraid.hibernate.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamedWorkersTest {

  @ParameterizedTest
  @CsvSource({
    "jdbc:h2:mem:a, jdbc:h2:mem:a",
    "jdbc:postgresql://host:5432/shop, jdbc:postgresql://host:5432/shop",
    "jdbc:mysql://me:secret@host/shop, jdbc:mysql://host/shop",
    "jdbc:oracle:thin:me/secret@host:1521/shop, jdbc:oracle:thin:host:1521/shop",
    "jdbc:oracle:thin:@//host:1521/shop, jdbc:oracle:thin://host:1521/shop",
  })
  void addressesAreToldWithoutUsersAndPasswords(String address, String told) {
    assertThat(NamedWorkers.withoutSecrets(address)).isEqualTo(told);
  }
}
