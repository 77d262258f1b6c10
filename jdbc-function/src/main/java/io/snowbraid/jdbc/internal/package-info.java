/** Types shared by Snowbraid's modules. Not part of the API. */
@NullMarked
package io.snowbraid.jdbc.internal;

import org.jspecify.annotations.NullMarked;
