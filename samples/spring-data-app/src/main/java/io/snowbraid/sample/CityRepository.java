package io.snowbraid.sample;

import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

interface CityRepository extends JpaRepository<City, Long> {

  Optional<City> findFirstByNameOrderByPopulationDesc(String name);

  @Query("select c from City c join fetch c.country where c.id = :id")
  Optional<City> findWithCountry(long id);

  /** Finds cities after an id, in ascending order. */
  @Query(
      """
      select c from City c join fetch c.country
      where c.searchName like :pattern escape '\\' and c.id > :id order by c.id
      """)
  List<City> findAfter(String pattern, long id, Limit limit);

  /** Finds cities before an id, in descending order. */
  @Query(
      """
      select c from City c join fetch c.country
      where c.searchName like :pattern escape '\\' and c.id < :id order by c.id desc
      """)
  List<City> findBefore(String pattern, long id, Limit limit);

  @Query("select count(c) from City c where c.searchName like :pattern escape '\\'")
  long countMatching(String pattern);
}
