/** PostgreSQL's dialect and the functions that generate ids in the server. */
@NullMarked
package io.snowbraid.jdbc.postgresql;

import org.jspecify.annotations.NullMarked;
