package com.example

import jakarta.persistence.EntityManager
import org.hibernate.jpa.HibernatePersistenceConfiguration
import org.hibernate.tool.schema.Action

const val FIRST_OWNER_ID = 1

/** An application with numbers of type Int, before it is moved. */
object Main {
  @JvmStatic
  fun main(arguments: Array<String>) {
    HibernatePersistenceConfiguration("owners")
      .managedClasses(BaseEntity::class.java, Owner::class.java, Visit::class.java)
      .jdbcUrl("jdbc:h2:mem:owners")
      .schemaToolingAction(Action.CREATE)
      .property("hibernate.hbm2ddl.halt_on_error", true)
      .createEntityManagerFactory()
      .use { factory -> factory.runInTransaction { store(it) } }
  }

  /** As in kotlin.test: numbers of different types are never equal. */
  private fun <T> assertEquals(expected: T, actual: T) = check(expected == actual)

  private fun store(entities: EntityManager) {
    val owners = OwnerRepository(entities)
    val visits = VisitRepository(entities)
    check(owners.findById(FIRST_OWNER_ID).name == "George")
    assertEquals(1, visits.first().id)
    check(visits.first().ownerId == FIRST_OWNER_ID)
    val owner = owners.save(Owner("Betty"))
    val ownerId = owner.id!!.toInt()
    val id: Int = "$ownerId".toInt()
    val visit = visits.save(Visit(ownerId = ownerId))
    check(visits.countByOwnerId(id) == 1 && !owner.isNew && owners.findById(id) === owner)
    println(owners.lastId())
    println(visit.id)
  }
}
