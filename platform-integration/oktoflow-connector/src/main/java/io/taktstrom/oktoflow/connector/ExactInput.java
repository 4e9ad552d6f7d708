package io.taktstrom.oktoflow.connector;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.util.Date;
import java.util.List;
import java.util.Locale;

import de.iip_ecosphere.platform.connectors.model.ModelInputConverter;
import de.iip_ecosphere.platform.support.TimeUtils;
import de.iip_ecosphere.platform.transport.serialization.IipEnum;
import io.taktstrom.oktoflow.Exact;

/** Any number as any type that holds it; oktoflow's own converter casts, and fails for all but one. */
final class ExactInput extends ModelInputConverter {

    static final ExactInput INSTANCE = new ExactInput();

    private ExactInput() {}

    @Override
    public byte toByte(Object data) throws IOException {
        return Exact.to(byte.class, data);
    }

    @Override
    public short toShort(Object data) throws IOException {
        return Exact.to(short.class, data);
    }

    @Override
    public int toInteger(Object data) throws IOException {
        return Exact.to(int.class, data);
    }

    @Override
    public long toLong(Object data) throws IOException {
        return Exact.to(long.class, data);
    }

    @Override
    public float toFloat(Object data) throws IOException {
        return Exact.to(float.class, data);
    }

    @Override
    public double toDouble(Object data) throws IOException {
        return Exact.to(double.class, data);
    }

    @Override
    public boolean toBoolean(Object data) throws IOException {
        return Exact.to(boolean.class, data);
    }

    @Override
    public BigInteger toBigInteger(Object data) throws IOException {
        return Exact.to(BigInteger.class, data);
    }

    @Override
    public BigDecimal toBigDecimal(Object data) throws IOException {
        return Exact.to(BigDecimal.class, data);
    }

    @Override
    public long toLongIndex(Object data) throws IOException {
        return Exact.to(long.class, data);
    }

    @Override
    public float toFloatIndex(Object data) throws IOException {
        return Exact.to(float.class, data);
    }

    @Override
    public int[] toIntegerArray(Object data) throws IOException {
        return Exact.to(int[].class, data);
    }

    @Override
    public double[] toDoubleArray(Object data) throws IOException {
        return Exact.to(double[].class, data);
    }

    @Override
    public String[] toStringArray(Object data) throws IOException {
        return Exact.to(String[].class, data);
    }

    @Override
    public byte[] toByteArray(Object data) throws IOException {
        return Exact.to(byte[].class, data);
    }

    @Override
    public <E> List<E> toList(Object data, Class<E> element) throws IOException {
        return super.toList(Exact.list(data), element);
    }

    @Override
    public Date toDate(Object data, String format) throws IOException {
        return data instanceof LocalDateTime moment ? TimeUtils.toDate(moment) : super.toDate(data, format);
    }

    @Override
    public LocalDateTime toLocalDateTime(Object data, String format) throws IOException {
        return data instanceof LocalDateTime moment ? moment : super.toLocalDateTime(data, format);
    }

    /** By number, or by name whatever the case, as in IEC 61131-3. */
    @Override
    public <E extends Enum<E> & IipEnum> E toEnum(Object data, Class<E> type) throws IOException {
        for (E each : type.getEnumConstants()) {
            boolean same = data instanceof Number number
                    ? each.getModelOrdinal() == number.longValue()
                    : each.name()
                            .toLowerCase(Locale.ROOT)
                            .equals(data.toString().toLowerCase(Locale.ROOT));
            if (same) {
                return each;
            }
        }
        throw new IOException(
                "value " + data + " is not a literal of " + type.getName() + "; compare the model with the device");
    }
}
