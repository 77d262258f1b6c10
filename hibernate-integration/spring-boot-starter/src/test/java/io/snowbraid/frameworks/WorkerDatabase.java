package io.snowbraid.frameworks;

import io.snowbraid.jdbc.JdbcWorkerSource;
import io.snowbraid.worker.WorkerSource;
import org.h2.jdbcx.JdbcDataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class WorkerDatabase {

  @Bean
  WorkerSource workers(@Value("${workers.url}") String url) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL(url);
    database.setUser("sa");
    return JdbcWorkerSource.of(database);
  }
}
