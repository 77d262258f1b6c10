/** MariaDB and MySQL: their dialect, and the functions that take ids apart. */
@NullMarked
package io.snowbraid.jdbc.mariadb;

import org.jspecify.annotations.NullMarked;
