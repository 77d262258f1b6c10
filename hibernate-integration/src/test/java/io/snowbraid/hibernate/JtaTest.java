package io.snowbraid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import com.arjuna.ats.jta.TransactionManager;
import com.arjuna.ats.jta.UserTransaction;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.narayana.NarayanaTransactionIntegration;
import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.worker.record.WorkerInfo;
import java.time.Duration;
import java.util.Map;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests transactions of a transaction manager, with a pool of one connection. */
@Tag("current-orm")
class JtaTest {

  private static final Map<String, Object> SETTINGS =
      Map.of(
          "hibernate.transaction.coordinator_class", "jta",
          "hibernate.transaction.jta.platform", "JBossTS");

  private AgroalDataSource database;

  @BeforeEach
  void open() throws Exception {
    database =
        AgroalDataSource.from(
            new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(
                    pool ->
                        pool.maxSize(1)
                            .acquisitionTimeout(Duration.ofSeconds(5))
                            .transactionIntegration(
                                new NarayanaTransactionIntegration(
                                    TransactionManager.transactionManager(),
                                    jtaPropertyManager
                                        .getJTAEnvironmentBean()
                                        .getTransactionSynchronizationRegistry()))
                            .connectionFactoryConfiguration(
                                connections -> connections.jdbcUrl("jdbc:h2:mem:jta"))));
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void workerIsLeasedAndExtendedOutsideOfTransactions() throws Exception {
    try (SessionFactory factory =
            TestFactory.open(database, SETTINGS, IdSpaceEntities.Tenanted.class);
        Session session = factory.openSession()) {
      UserTransaction.userTransaction().begin();
      session.joinTransaction();
      session.persist(new IdSpaceEntities.Tenanted());
      session.flush();
      UserTransaction.userTransaction().rollback();
      session.clear();

      UserTransaction.userTransaction().begin();
      session.joinTransaction();
      session.persist(new IdSpaceEntities.Tenanted());
      UserTransaction.userTransaction().commit();
      assertThat(
              session.createSelectionQuery("from Tenanted", IdSpaceEntities.Tenanted.class).list())
          .hasSize(1);
    }
    assertThat(JdbcWorkerSource.of(database).workers())
        .singleElement()
        .matches(worker -> worker.state() == WorkerInfo.State.RELEASED);
  }

  @Test
  void factoryMayBeBuiltInATransaction() throws Exception {
    UserTransaction.userTransaction().begin();
    try (SessionFactory factory =
        TestFactory.open(database, SETTINGS, IdSpaceEntities.Tenanted.class)) {
      assertThat(factory.isOpen()).isTrue();
    } finally {
      UserTransaction.userTransaction().rollback();
    }
    assertThat(JdbcWorkerSource.of(database).workers()).hasSize(1);
  }
}
