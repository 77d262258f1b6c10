package com.example;

import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Factory;
import io.micronaut.data.annotation.event.PrePersist;
import io.micronaut.data.event.EntityEventContext;
import io.micronaut.data.event.EntityEventListener;
import io.micronaut.data.model.runtime.RuntimePersistentEntity;
import io.snowbraid.IdGenerator;
import io.snowbraid.Snowflake;
import io.snowbraid.jdbc.JdbcWorkerSource;
import jakarta.inject.Singleton;
import java.lang.annotation.Annotation;
import javax.sql.DataSource;

// snippet: docs/frameworks.md java EntityEventListener
