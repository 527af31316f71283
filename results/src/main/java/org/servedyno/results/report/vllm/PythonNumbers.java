package org.servedyno.results.report.vllm;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers printed the way Python prints them. */
final class PythonNumbers {
    private static final int MAX_DIGITS = 17;
    private static final int LEAST_PLAIN_EXPONENT = -4;
    private static final int LEAST_BIG_EXPONENT = 16;

    private PythonNumbers() {}

    /** {@code f"{value:.2f}"}: the exact binary value, rounded half to even. */
    static String fixed2(double value) {
        return new BigDecimal(value).setScale(2, RoundingMode.HALF_EVEN).toPlainString();
    }

    /** {@code repr(value)}: the fewest digits that read back as the same double. */
    static String repr(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("no finite number: " + value);
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        BigDecimal shortest = shortest(value).stripTrailingZeros();
        int exponent = shortest.precision() - shortest.scale() - 1;
        if (exponent < LEAST_PLAIN_EXPONENT || exponent >= LEAST_BIG_EXPONENT) {
            return scientific(shortest, exponent);
        }
        String plain = shortest.toPlainString();
        return plain.indexOf('.') < 0 ? plain + ".0" : plain;
    }

    /** Not {@link Double#toString(double)}: before JDK 19 it sometimes gives a digit too many. */
    private static BigDecimal shortest(double value) {
        BigDecimal exact = new BigDecimal(value);
        for (int digits = 1; digits < MAX_DIGITS; digits++) {
            BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if (rounded.doubleValue() == value) {
                return rounded;
            }
        }
        return exact.round(new MathContext(MAX_DIGITS, RoundingMode.HALF_EVEN));
    }

    private static String scientific(BigDecimal shortest, int exponent) {
        String digits = shortest.unscaledValue().abs().toString();
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        String sign = shortest.signum() < 0 ? "-" : "";
        String exponentSign = exponent < 0 ? "-" : "+";
        String exponentDigits = Integer.toString(Math.abs(exponent));
        return sign + mantissa + "e" + exponentSign + (exponentDigits.length() == 1 ? "0" : "") + exponentDigits;
    }
}
