package com.example

import io.snowbraid.IdGenerator
import io.snowbraid.Snowflake
import io.snowbraid.jdbc.JdbcWorkerSource
import jakarta.persistence.EntityManagerFactory
import org.h2.jdbcx.JdbcDataSource
import org.hibernate.jpa.HibernatePersistenceConfiguration
import org.hibernate.tool.schema.Action
import org.jetbrains.exposed.v1.jdbc.Database
import org.jetbrains.exposed.v1.jdbc.SchemaUtils
import org.jetbrains.exposed.v1.jdbc.batchInsert
import org.jetbrains.exposed.v1.jdbc.insertAndGetId
import org.jetbrains.exposed.v1.jdbc.transactions.transaction
import org.jooq.SQLDialect
import org.jooq.impl.DSL

private const val URL = "jdbc:h2:mem:cities;DB_CLOSE_DELAY=-1"

object Main {
  @JvmStatic
  fun main(arguments: Array<String>) {
    factory().use { storeEntities(it) }
    val database = JdbcDataSource().apply { setURL(URL) }
    Snowflake.builder().worker(JdbcWorkerSource.of(database)).build().use { ids ->
      useJooq(database, ids)
      useExposed(database, ids)
    }
  }

  private fun factory(): EntityManagerFactory =
    HibernatePersistenceConfiguration("cities")
      .managedClasses(City::class.java, Country::class.java)
      .jdbcUrl(URL)
      .schemaToolingAction(Action.CREATE)
      .createEntityManagerFactory()

  private fun storeEntities(factory: EntityManagerFactory) {
    factory.runInTransaction { entities ->
      val stored = List(100) { City(name = "Oslo $it") } to List(100) { Country(name = "Norway $it") }
      (stored.first + stored.second).forEach { entities.persist(it) }
      stored.first.forEach { println(it.id) }
      stored.second.forEach { println(it.id) }
    }
  }

  private fun useJooq(database: JdbcDataSource, ids: IdGenerator) {
    val jooq = DSL.using(database, SQLDialect.H2)
    jooq.execute("create table ORDERS(ID bigint primary key, CUSTOMER varchar(50))")
    repeat(100) { println(storeOrder(jooq, ids)) }
  }

  private fun useExposed(database: JdbcDataSource, ids: IdGenerator) {
    val items = Items(ids)
    transaction(Database.connect(database)) {
      SchemaUtils.create(items)
      println(items.insertAndGetId { it[name] = "pen" })
      items.batchInsert(1..100) { this[items.name] = "pen $it" }.forEach { println(it[items.id]) }
    }
  }
}
