package org.servedyno.bench.tokenizer;

/**
 * Decodes UTF-8 and puts one U+FFFD for each maximal subpart of an ill-formed sequence (Unicode standard, section 3.9, "U+FFFD
 * Substitution of Maximal Subparts"). The JDK's own decoder differs on encoded surrogates: it gives one replacement where the rule needs three.
 */
final class MaximalSubpartDecoder {
    private static final int REPLACEMENT = 0xFFFD;

    private final byte[] bytes;
    private final StringBuilder text;
    private int position;

    private MaximalSubpartDecoder(byte[] bytes) {
        this.bytes = bytes;
        this.text = new StringBuilder(bytes.length);
    }

    static String decode(byte[] utf8) {
        MaximalSubpartDecoder decoder = new MaximalSubpartDecoder(utf8);
        while (decoder.position < utf8.length) {
            decoder.decodeOne();
        }
        return decoder.text.toString();
    }

    private void decodeOne() {
        int lead = bytes[position++] & 0xFF;
        if (lead < 0x80) {
            text.append((char) lead);
        } else if (lead >= 0xC2 && lead <= 0xDF) {
            decodeTail(lead & 0x1F, 1, 0x80, 0xBF);
        } else if (lead >= 0xE0 && lead <= 0xEF) {
            decodeTail(lead & 0x0F, 2, lead == 0xE0 ? 0xA0 : 0x80, lead == 0xED ? 0x9F : 0xBF);
        } else if (lead >= 0xF0 && lead <= 0xF4) {
            decodeTail(lead & 0x07, 3, lead == 0xF0 ? 0x90 : 0x80, lead == 0xF4 ? 0x8F : 0xBF);
        } else {
            text.append((char) REPLACEMENT);
        }
    }

    /** The second byte's range depends on the lead byte (table 3-7 of the standard); later bytes are 80..BF. */
    private void decodeTail(int leadBits, int tailBytes, int secondLowest, int secondHighest) {
        int codePoint = leadBits;
        int lowest = secondLowest;
        int highest = secondHighest;
        for (int i = 0; i < tailBytes; i++) {
            int next = position < bytes.length ? bytes[position] & 0xFF : -1;
            if (next < lowest || next > highest) {
                text.append((char) REPLACEMENT);
                return;
            }
            position++;
            codePoint = (codePoint << 6) | (next & 0x3F);
            lowest = 0x80;
            highest = 0xBF;
        }
        text.appendCodePoint(codePoint);
    }
}
