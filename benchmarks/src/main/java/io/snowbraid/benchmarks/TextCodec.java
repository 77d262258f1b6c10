package io.snowbraid.benchmarks;

import io.snowbraid.publicid.PublicId;
import java.util.List;
import org.hashids.Hashids;
import org.sqids.Sqids;

/** What writes ids as texts for URLs, each as its own page sets it up. */
public enum TextCodec {
  SNOWBRAID("**Snowbraid** `PublicId`", "snowbraid") {
    @Override
    Open open() {
      PublicId ids = PublicId.builder().key(PublicId.newKey()).prefix("ord").build();
      return new Open() {
        @Override
        public String encode(long id) {
          return ids.encode(id);
        }

        @Override
        public long decode(String text) {
          return ids.decode(text);
        }
      };
    }
  },

  SQIDS("Sqids", "sqids") {
    @Override
    Open open() {
      Sqids ids = Sqids.builder().build();
      return new Open() {
        @Override
        public String encode(long id) {
          return ids.encode(List.of(id));
        }

        @Override
        public long decode(String text) {
          return ids.decode(text).get(0);
        }
      };
    }
  },

  HASHIDS("Hashids", "hashids") {
    @Override
    Open open() {
      Hashids ids = new Hashids("the salt of this application");
      return new Open() {
        @Override
        public String encode(long id) {
          return ids.encode(id);
        }

        @Override
        public long decode(String text) {
          return ids.decode(text)[0];
        }
      };
    }
  };

  /** One that is ready for use. */
  interface Open {

    String encode(long id);

    long decode(String text);
  }

  private final String name;
  private final String artifact;

  TextCodec(String name, String artifact) {
    this.name = name;
    this.artifact = artifact;
  }

  abstract Open open();

  String label() {
    return name + " " + Versions.of(artifact);
  }
}
