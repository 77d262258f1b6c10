package com.example;

import io.micronaut.core.annotation.Nullable;
import io.micronaut.data.annotation.Id;
import io.micronaut.data.annotation.MappedEntity;

// snippet: docs/frameworks.md java @MappedEntity
