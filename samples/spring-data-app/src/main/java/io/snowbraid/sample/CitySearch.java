package io.snowbraid.sample;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.springframework.data.domain.Limit;
import org.springframework.stereotype.Component;

/**
 * Finds cities by a part of their name, one page at a time. A page begins at an id, so the last
 * page is found as fast as the first, and new rows do not shift the pages.
 */
@Component
class CitySearch {

  static final int PAGE = 20;

  private final CityRepository cities;

  CitySearch(CityRepository cities) {
    this.cities = cities;
  }

  long count(String text) {
    return text.isBlank() ? cities.count() : cities.countMatching(SearchName.pattern(text));
  }

  /** Returns the cities after an id; 0 for the first page. */
  CityPage after(String text, long id) {
    List<City> found = cities.findAfter(SearchName.pattern(text), id, Limit.of(PAGE + 1));
    boolean more = found.size() > PAGE;
    return page(more ? found.subList(0, PAGE) : found, id > 0, more);
  }

  /** Returns the cities before an id. */
  CityPage before(String text, long id) {
    List<City> found =
        new ArrayList<>(cities.findBefore(SearchName.pattern(text), id, Limit.of(PAGE + 1)));
    boolean more = found.size() > PAGE;
    List<City> shown = more ? found.subList(0, PAGE) : found;
    Collections.reverse(shown);
    return page(shown, more, true);
  }

  /** Returns the id after which a page begins that has a given id in its middle. */
  long beforeHalfPage(long id) {
    List<City> found = cities.findBefore("%", id, Limit.of(PAGE / 2 + 1));
    return found.isEmpty() ? 0 : Objects.requireNonNull(found.get(found.size() - 1).id);
  }

  private static CityPage page(List<City> cities, boolean hasPrevious, boolean hasNext) {
    List<CityView> rows = cities.stream().map(CityView::of).toList();
    return new CityPage(
        rows,
        hasPrevious && !rows.isEmpty() ? rows.get(0).id() : null,
        hasNext && !rows.isEmpty() ? rows.get(rows.size() - 1).id() : null);
  }
}
