package org.servedyno.probe.child;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Events on their way from the reader of a child's stdout to whoever waits for them; bounded, and it knows its end. */
final class EventQueue {
    private final int limit;
    private final Deque<ChildEvent> events = new ArrayDeque<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean ended;
    private long dropped;

    EventQueue(int limit) {
        this.limit = limit;
    }

    /** Adds an event; when nobody takes them, the oldest goes: the child must never wait for its reader. */
    void add(ChildEvent event) {
        lock.lock();
        try {
            if (events.size() == limit) {
                events.removeFirst();
                dropped++;
            }
            events.addLast(event);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    Optional<ChildEvent> poll(Duration timeout) throws InterruptedException {
        long leftNs = timeout.toNanos();
        lock.lockInterruptibly();
        try {
            while (events.isEmpty() && !ended && leftNs > 0) {
                leftNs = changed.awaitNanos(leftNs);
            }
            return Optional.ofNullable(events.pollFirst());
        } finally {
            lock.unlock();
        }
    }

    boolean exhausted() {
        lock.lock();
        try {
            return ended && events.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    long dropped() {
        lock.lock();
        try {
            return dropped;
        } finally {
            lock.unlock();
        }
    }
}
