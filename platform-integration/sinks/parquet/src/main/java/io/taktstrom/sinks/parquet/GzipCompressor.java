package io.taktstrom.sinks.parquet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;

import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** The JDK's gzip; Parquet's own codecs are Hadoop's. */
final class GzipCompressor implements BytesInputCompressor {

    @Override
    public BytesInput compress(BytesInput bytes) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
            bytes.writeAllTo(out);
        }
        return BytesInput.from(compressed.toByteArray());
    }

    @Override
    public CompressionCodecName getCodecName() {
        return CompressionCodecName.GZIP;
    }

    @Override
    public void release() {
        // Holds nothing.
    }
}
