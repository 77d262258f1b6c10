package io.snowbraid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/** Tests the responses of the REST interface. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class RestApiTest {

  @Autowired private CityRepository cities;
  @Autowired private ImportProgress progress;

  @Value("${local.server.port}")
  private int port;

  private Requests requests;

  @BeforeEach
  void connect() {
    requests = new Requests(port);
  }

  @Test
  void createdCityIsReadUnderItsStringInEachForm() throws Exception {
    HttpResponse<String> created =
        requests.postJson(
            "/api/cities", "{\"name\": \" Snowville \", \"country\": \"IS\", \"population\": 7}");
    assertThat(created.statusCode()).isEqualTo(201);
    String location = created.headers().firstValue("Location").orElseThrow();
    String id = location.substring("/api/cities/".length());
    assertThat(created.body())
        .contains("\"id\":\"" + id + "\"", "\"name\":\"Snowville\"", "\"country\":\"Iceland\"");
    assertThat(requests.get(location).body()).isEqualTo(created.body());
    String hex = "0x" + Long.toHexString(Long.parseLong(id));
    assertThat(requests.get("/api/cities/" + hex).body()).isEqualTo(created.body());
    cities.deleteById(Long.parseLong(id));
  }

  @ParameterizedTest
  @CsvSource({
    "12O, 400, 'id text must have 13 characters, but has 3: 12O'",
    "-5, 400, 'id must be at least 0, but is -5'",
    "99999999999999999999, 400, 'id must be a number of at most 63 bits: id=99999999999999999999'",
    "5, 404, 'no city has id=5'"
  })
  void badIdsAreExplained(String id, int status, String detail) throws Exception {
    HttpResponse<String> answer = requests.get("/api/cities/" + id);
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(Requests.type(answer)).isEqualTo("application/problem+json");
    assertThat(answer.body()).contains("\"detail\":\"" + detail + "\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"country\": \"IS\"} | name must not be blank: name=null",
        "{\"name\": \" \", \"country\": \"IS\"} | name must not be blank",
        "{\"name\": \"A\"} | country must be the ISO 3166 code of a country with cities:"
            + " country=null",
        "{\"name\": \"A\", \"country\": \"XX\"} | country=XX",
        "{\"name\": \"A\", \"country\": \"IS\", \"population\": -1} | population must be >= 0:"
            + " population=-1",
        "{\"name\": \"A\", \"country\": \"IS\", \"latitude\": 90.5} | latitude must be between -90"
            + " and 90: latitude=90.5",
        "{\"name\": \"A\", \"country\": \"IS\", \"latitude\": \"NaN\"} | latitude=NaN",
        "{\"name\": \"A\", \"country\": \"IS\", \"latitude\": NaN} | the body must be a JSON object"
            + " such as {",
        "{\"name\": \"A\", \"country\": \"IS\", \"longitude\": 500} | longitude must be between"
            + " -180 and 180: longitude=500.0",
        "{\"name\": \"A\", \"country\": \"IS\", \"population\": null} | the field has no value of"
            + " its type: field=population",
        "{\"name\": \"A\", \"country\": \"IS\", \"population\": \"many\"} | field=population",
        "null | the body must be a JSON object such as {",
        "[] | the body must be a JSON object such as {",
        "{ | the body must be a JSON object such as {"
      })
  void badCitiesAreExplainedAndNotStored(String json, String detail) throws Exception {
    long before = cities.count();
    HttpResponse<String> answer = requests.postJson("/api/cities", json);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(Requests.type(answer)).isEqualTo("application/problem+json");
    assertThat(answer.body()).contains(detail);
    assertThat(cities.count()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({"A, 201, 400", "각, 201, 400"})
  void longestNameIsStoredAndLongerOneRejected(String letter, int fits, int tooLong)
      throws Exception {
    HttpResponse<String> stored = postName(letter.repeat(City.NAME_LENGTH));
    assertThat(stored.statusCode()).isEqualTo(fits);
    String location = stored.headers().firstValue("Location").orElseThrow();
    cities.deleteById(Long.parseLong(location.substring("/api/cities/".length())));
    HttpResponse<String> rejected = postName(letter.repeat(City.NAME_LENGTH + 1));
    assertThat(rejected.statusCode()).isEqualTo(tooLong);
    assertThat(rejected.body()).contains("name must have at most 200 characters: length=201");
  }

  private HttpResponse<String> postName(String name) throws Exception {
    return requests.postJson("/api/cities", "{\"name\": \"" + name + "\", \"country\": \"IS\"}");
  }

  @Test
  void citiesWaitForTheImport() throws Exception {
    progress.begin(200);
    try {
      HttpResponse<String> answer = postName("Snowville");
      assertThat(answer.statusCode()).isEqualTo(409);
      assertThat(answer.body()).contains("\"detail\":\"The import is running");
    } finally {
      progress.end();
    }
  }
}
