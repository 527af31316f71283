package org.servedyno.probe.gate;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** Copies of records with one component changed. */
final class Records {
    private Records() {}

    static <R extends Record> R with(R record, String name, Object value) {
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
