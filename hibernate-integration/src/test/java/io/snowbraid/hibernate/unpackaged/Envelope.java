package io.snowbraid.hibernate.unpackaged;

import io.snowbraid.hibernate.packaged.PackedBase;
import jakarta.persistence.Entity;

/** Inherits from a class of the annotated package. */
@Entity
public class Envelope extends PackedBase {}
