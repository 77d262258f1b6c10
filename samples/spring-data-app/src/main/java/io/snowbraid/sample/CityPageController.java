package io.snowbraid.sample;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Serves the pages to browse and search cities, and to try their REST interface. */
@Controller
class CityPageController {

  private final CitySearch search;
  private final ImportRunner run;

  CityPageController(CitySearch search, ImportRunner run) {
    this.search = search;
    this.run = run;
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

  /**
   * Redirects to the page with the first city of the import, which follows the cities that were
   * imported after the step back.
   */
  @GetMapping("/cities/step")
  String step() {
    return "redirect:/cities?after="
        + run.figures()
            .map(figures -> search.beforeHalfPage(figures.imported().firstBefore()))
            .orElse(0L);
  }

  @GetMapping("/rest")
  String rest() {
    return "rest";
  }
}
