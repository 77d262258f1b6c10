package com.example

import jakarta.persistence.EntityManager

interface Repository<T, ID> {
  fun findById(id: ID): T
}

class OwnerRepository(private val entities: EntityManager) : Repository<Owner, Int> {
  override fun findById(id: Int): Owner = entities.find(Owner::class.java, id)

  fun lastId(): Int = owners().maxOf { it.id!! }

  private fun owners(): List<Owner> =
    entities.createQuery("from Owner", Owner::class.java).resultList

  fun save(owner: Owner): Owner = owner.also { entities.persist(it) }
}

class VisitRepository(private val entities: EntityManager) {
  fun save(visit: Visit): Visit = visit.also { entities.persist(it) }

  fun countByOwnerId(ownerId: Int?): Int = visits().count { it.ownerId == ownerId }

  fun first(): Visit = visits().single { it.id == 1 }

  private fun visits(): List<Visit> =
    entities.createQuery("from Visit", Visit::class.java).resultList
}
