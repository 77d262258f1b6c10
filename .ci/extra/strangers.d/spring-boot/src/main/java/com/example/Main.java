package com.example;

import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

@SpringBootApplication
class Main {

  public static void main(String[] args) {
    SpringApplication.run(Main.class, args);
  }

  @Bean
  CommandLineRunner storeCities(Cities cities) {
    return arguments -> {
      for (String name : new String[] {"Oslo", "Quito", "Pune"}) {
        City city = new City();
        city.name = name;
        cities.save(city);
      }
      cities.findAll().forEach(city -> System.out.println(city.id + " " + city.name));
    };
  }
}
