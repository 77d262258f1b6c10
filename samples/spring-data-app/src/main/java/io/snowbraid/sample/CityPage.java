package io.snowbraid.sample;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some cities in the order of their ids.
 *
 * @param rows the cities
 * @param before the id to look before for the previous page, null if this is the first
 * @param after the id to look after for the next page, null if this is the last
 */
record CityPage(List<CityView> rows, @Nullable Long before, @Nullable Long after) {}
