package com.example

import jakarta.persistence.Column
import jakarta.persistence.Entity
import jakarta.persistence.GeneratedValue
import jakarta.persistence.GenerationType
import jakarta.persistence.Id
import jakarta.persistence.MappedSuperclass

@MappedSuperclass
open class BaseEntity(
  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE)
  open var id: Int? = null
) {
  val isNew: Boolean
    get() = id == null
}

@Entity
class Owner(var name: String = "") : BaseEntity()

@Entity
class Visit(
  @Id @field:GeneratedValue val id: Int = 0,
  @Column(name = "owner_id") var ownerId: Int? = null,
)
