package io.snowbraid.server.program;

import java.net.URI;
import java.net.URISyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads URLs. Its errors do not quote them, because they may contain passwords. */
final class UrlConverter implements ITypeConverter<URI> {

  UrlConverter() {}

  @Override
  public URI convert(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw new TypeConversionException(
          "it is not a URL, at character "
              + (e.getIndex() + 1)
              + ": "
              + e.getReason()
              + "; a password may need percent-encoding");
    }
  }
}
