package io.snowbraid.hibernate.unpackaged;

import jakarta.persistence.Entity;

/** Has nothing to do with the annotated package. */
@Entity
public class Plain extends Numbered {}
