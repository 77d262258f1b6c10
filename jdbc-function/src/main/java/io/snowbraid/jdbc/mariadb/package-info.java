/** MariaDB and MySQL: their dialect, and the functions that decode ids. */
@NullMarked
package io.snowbraid.jdbc.mariadb;

import org.jspecify.annotations.NullMarked;
