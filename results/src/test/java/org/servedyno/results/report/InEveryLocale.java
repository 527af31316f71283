package org.servedyno.results.report;

import java.util.Locale;
import java.util.concurrent.Callable;

/** Runs a printing under locales that are known to break formats: other digits separators, another upper case of i. */
public final class InEveryLocale {
    private InEveryLocale() {}

    /** Gives {@code check} the printed text of each locale in turn. */
    public static void print(Callable<String> printing, Check check) throws Exception {
        Locale before = Locale.getDefault();
        try {
            for (Locale locale :
                    new Locale[] {Locale.ROOT, Locale.US, Locale.forLanguageTag("tr-TR"), Locale.forLanguageTag("ru-RU")
                    }) {
                Locale.setDefault(locale);
                check.accept(printing.call());
            }
        } finally {
            Locale.setDefault(before);
        }
    }

    /** What is asserted of the printed text. */
    public interface Check {
        void accept(String text) throws Exception;
    }
}
