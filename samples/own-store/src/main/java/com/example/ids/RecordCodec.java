package com.example.ids;

import io.snowbraid.worker.record.WorkerRecord;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Writes worker records as bytes. */
final class RecordCodec {

  private RecordCodec() {}

  static byte[] encode(WorkerRecord record) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(record.worker());
    out.writeUTF(record.layout());
    out.writeUTF(record.owner());
    out.writeUTF(record.holder());
    out.writeLong(record.fence());
    out.writeInt(record.lastTicks().size());
    for (long tick : record.lastTicks()) {
      out.writeLong(tick);
    }
    out.writeLong(record.expiresAt());
    out.writeLong(record.seenAt());
    return bytes.toByteArray();
  }

  static WorkerRecord decode(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    return new WorkerRecord(
        in.readInt(),
        in.readUTF(),
        in.readUTF(),
        in.readUTF(),
        in.readLong(),
        ticks(in),
        in.readLong(),
        in.readLong());
  }

  private static List<Long> ticks(DataInputStream in) throws IOException {
    List<Long> ticks = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      ticks.add(in.readLong());
    }
    return ticks;
  }
}
