package io.snowbraid.sample;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/** Reads the file of cities, which comes from GeoNames under CC BY 4.0. */
final class CityFile {

  private static final String NAME = "/data/cities.csv.gz";

  private CityFile() {}

  /** One line of the file. */
  record Row(String name, String country, long population, double latitude, double longitude) {}

  static List<Row> read() {
    try (InputStream file = Objects.requireNonNull(CityFile.class.getResourceAsStream(NAME));
        CsvReader<NamedCsvRecord> lines =
            CsvReader.builder()
                .ofNamedCsvRecord(
                    new InputStreamReader(new GZIPInputStream(file), StandardCharsets.UTF_8))) {
      return lines.stream().map(CityFile::row).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Row row(NamedCsvRecord line) {
    return new Row(
        line.getField("name"),
        line.getField("country"),
        Long.parseLong(line.getField("population")),
        Double.parseDouble(line.getField("latitude")),
        Double.parseDouble(line.getField("longitude")));
  }
}
