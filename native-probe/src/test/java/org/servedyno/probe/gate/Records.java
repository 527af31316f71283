package org.servedyno.probe.gate;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** Copies of records with one component changed; a path such as {@code memory.usedMiB} reaches into a component. */
public final class Records {
    private Records() {}

    public static <R extends Record> R with(R record, String path, Object value) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            return withComponent(record, path, value);
        }
        String first = path.substring(0, dot);
        return withComponent(record, first, with(component(record, first), path.substring(dot + 1), value));
    }

    private static Record component(Record record, String name) {
        try {
            return (Record) record.getClass().getMethod(name).invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static <R extends Record> R withComponent(R record, String name, Object value) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        Object[] values = new Object[components.length];
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        boolean found = false;
        try {
            for (int i = 0; i < components.length; i++) {
                boolean changed = components[i].getName().equals(name);
                found |= changed;
                values[i] = changed ? value : components[i].getAccessor().invoke(record);
            }
            if (!found) {
                throw new IllegalArgumentException(record.getClass() + " has no component " + name);
            }
            @SuppressWarnings("unchecked") // the constructor of the record's own class makes the record's own class
            R copy = (R) record.getClass().getDeclaredConstructor(types).newInstance(values);
            return copy;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
