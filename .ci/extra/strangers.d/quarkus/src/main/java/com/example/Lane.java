package com.example;

import io.quarkus.hibernate.orm.panache.PanacheEntity;
import jakarta.persistence.Entity;

/** Keeps the sequence of Panache. */
@Entity
public class Lane extends PanacheEntity {}
