package io.snowbraid.hibernate.unpackaged;

import jakarta.persistence.Entity;

/** Unrelated to the annotated package. */
@Entity
public class Plain extends Numbered {}
