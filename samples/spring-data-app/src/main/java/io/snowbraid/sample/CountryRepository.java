package io.snowbraid.sample;

import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;

interface CountryRepository extends JpaRepository<Country, Long> {

  Optional<Country> findByCode(String code);
}
