package com.example;

// snippet: docs/frameworks.md java @MappedEntity
