/** Entities whose identifiers are snowflakes because their package says so. */
@SnowflakeId
package io.snowbraid.hibernate.packaged;

import io.snowbraid.hibernate.SnowflakeId;
