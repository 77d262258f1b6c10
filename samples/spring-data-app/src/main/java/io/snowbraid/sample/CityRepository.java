package io.snowbraid.sample;

import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;

interface CityRepository extends JpaRepository<City, Long> {

  Optional<City> findFirstByNameOrderByPopulationDesc(String name);
}
