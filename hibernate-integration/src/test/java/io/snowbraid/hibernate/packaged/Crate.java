package io.snowbraid.hibernate.packaged;

import io.snowbraid.hibernate.unpackaged.Numbered;
import jakarta.persistence.Entity;

/** Inherits its identifier from a class of another package. */
@Entity
public class Crate extends Numbered {}
