package com.example

import io.snowbraid.IdGenerator
import org.jetbrains.exposed.v1.core.dao.id.IdTable
import org.jooq.DSLContext
import org.jooq.impl.DSL.field
import org.jooq.impl.DSL.name
import org.jooq.impl.DSL.table
import org.jooq.impl.SQLDataType.BIGINT

private val ORDERS = table(name("ORDERS"))
private val ID = field(name("ID"), BIGINT)

// snippet: docs/frameworks.md kotlin insertInto

// snippet: docs/frameworks.md kotlin IdTable
