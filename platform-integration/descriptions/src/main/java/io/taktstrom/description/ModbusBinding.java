package io.taktstrom.description;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;

/** W3C's binding: {@code modbus+tcp://host:port/unit/address?quantity=n} and the terms of {@code modv:}. */
record ModbusBinding() implements ProtocolBinding {

    private static final Map<String, String> ENTITIES =
            Map.of("co", "Coil", "di", "DiscreteInput", "hr", "HoldingRegister", "ir", "InputRegister");

    private static final Map<String, ScalarType> TYPES = Map.ofEntries(
            Map.entry("boolean", ScalarType.BOOL),
            Map.entry("short", ScalarType.INT),
            Map.entry("unsignedShort", ScalarType.UINT),
            Map.entry("int", ScalarType.DINT),
            Map.entry("unsignedInt", ScalarType.UDINT),
            Map.entry("long", ScalarType.LINT),
            Map.entry("unsignedLong", ScalarType.ULINT),
            Map.entry("float", ScalarType.REAL),
            Map.entry("double", ScalarType.LREAL));

    private static final Pattern ADDRESS = Pattern.compile("(co|di|hr|ir)(\\d{1,5})(?::(.+))?");

    @Override
    public String scheme() {
        return "modbus";
    }

    @Override
    public String uriScheme() {
        return "modbus+tcp";
    }

    @Override
    public String typeTerm() {
        return "takt:type";
    }

    @Override
    public Target read(
            ConnectorDescriptor descriptor, Href href, PropertyForm form, ThingSecurity security, String jsonType) {
        String[] path = href.path().split("/", -1);
        boolean inQuery = href.query().containsKey("address");
        String number = inQuery ? href.query().getOrDefault("address", "") : path[path.length - 1];
        int units = path.length - (inQuery ? 0 : 1);
        if (!number.matches("\\d{1,5}") || units > 1) {
            throw new IllegalArgumentException("'/" + href.path()
                    + "' names no register; write /UNIT/ADDRESS?quantity=N, such as /1/7?quantity=2");
        }
        if (form.term("modv:mostSignificantByte").equals("false")) {
            throw new IllegalArgumentException(
                    "has the least significant byte of a register first, which no option of the connector changes");
        }
        Map<String, String> options = new LinkedHashMap<>();
        if (units == 1 && !path[0].isEmpty()) {
            options.put("unit", path[0]);
        }
        if (form.term("modv:mostSignificantWord").equals("false")) {
            options.put("words", "swapped");
        }
        // Numbers are those on the wire, unless the form says that they count from 1.
        int register = Integer.parseInt(number)
                - (form.term("modv:zeroBasedAddressing").equals("false") ? 1 : 0);
        return new Target(options, area(form) + register, type(form, href, jsonType));
    }

    private static String area(PropertyForm form) {
        String stated = (form.term("modv:entity") + form.term("modv:function")).toLowerCase(Locale.ROOT);
        return ENTITIES.entrySet().stream()
                .filter(entity -> stated.contains(entity.getValue().toLowerCase(Locale.ROOT)))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("states no table; write modv:entity, one of Coil,"
                        + " DiscreteInput, HoldingRegister, InputRegister"));
    }

    private String type(PropertyForm form, Href href, String jsonType) {
        String stated = form.term(typeTerm());
        ScalarType scalar = TYPES.get(form.term("modv:type").replaceFirst("^xsd?:", ""));
        if (!stated.isEmpty() || scalar != null) {
            return stated.isEmpty() ? String.valueOf(scalar) : stated;
        }
        String quantity = href.query().getOrDefault("quantity", "1");
        return switch (jsonType + " " + quantity) {
            case "number 2" -> "REAL";
            case "number 4" -> "LREAL";
            case "integer 1" -> "INT";
            case "integer 2" -> "DINT";
            case "integer 4" -> "LINT";
            case "boolean 1" -> "BOOL";
            default -> "";
        };
    }

    @Override
    public String base(ConnectorDescriptor descriptor, Endpoint endpoint) {
        return endpoint.toString().replaceFirst("^modbus", "modbus+tcp");
    }

    @Override
    public boolean keeps(String option) {
        return option.equals("unit") || option.equals("words");
    }

    @Override
    public List<PropertyForm> write(Endpoint endpoint, DataPoint point) {
        Matcher address = ADDRESS.matcher(point.address());
        if (!address.matches()) {
            return List.of();
        }
        String area = address.group(1);
        boolean isBits = area.equals("co") || area.equals("di");
        DataType type = point.type();
        if (type == null) {
            type = address.group(3) != null
                    ? DataType.parse(address.group(3))
                    : isBits ? ScalarType.BOOL : ScalarType.WORD;
        }
        int bytes = type instanceof StringType text
                ? text.length() * text.encoding().unitBytes()
                : type.imageBytes();
        int quantity = isBits ? bytes : (bytes + 1) / 2;
        Map<String, Object> terms = new LinkedHashMap<>();
        terms.put("modv:entity", ENTITIES.getOrDefault(area, ""));
        terms.put("modv:zeroBasedAddressing", true);
        terms.put(typeTerm(), type.text());
        for (Map.Entry<String, ScalarType> each : TYPES.entrySet()) {
            if (each.getValue() == type) {
                terms.put("modv:type", "xsd:" + each.getKey());
            }
        }
        if (endpoint.options().getOrDefault("words", "").equals("swapped")) {
            terms.put("modv:mostSignificantWord", false);
        }
        String href =
                "/" + endpoint.options().getOrDefault("unit", "1") + "/" + address.group(2) + "?quantity=" + quantity;
        return List.of(new PropertyForm(href, terms));
    }
}
