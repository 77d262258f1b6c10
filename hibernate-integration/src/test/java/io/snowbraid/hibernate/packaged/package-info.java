/** Entities whose identifiers are snowflakes because of an annotation on their package. */
@SnowflakeId
package io.snowbraid.hibernate.packaged;

import io.snowbraid.hibernate.SnowflakeId;
