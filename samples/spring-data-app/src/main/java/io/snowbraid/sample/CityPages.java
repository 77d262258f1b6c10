package io.snowbraid.sample;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Lets one browse and search the cities, and try their REST interface. */
@Controller
class CityPages {

  private final CitySearch search;

  CityPages(CitySearch search) {
    this.search = search;
  }

  @GetMapping("/cities")
  String page(
      @RequestParam(defaultValue = "") String q,
      @RequestParam(defaultValue = "0") long after,
      @RequestParam @Nullable Long before,
      Model model) {
    model.addAttribute("q", q);
    model.addAttribute("count", search.count(q));
    model.addAttribute("page", before == null ? search.after(q, after) : search.before(q, before));
    return "cities";
  }

  @GetMapping("/rest")
  String rest() {
    return "rest";
  }
}
