package io.snowbraid.sample;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of cities in the order of their ids.
 *
 * @param rows the cities
 * @param before the previous page has the cities before this id; null on the first page
 * @param after the next page has the cities after this id; null on the last page
 */
record CityPage(List<CityView> rows, @Nullable Long before, @Nullable Long after) {}
