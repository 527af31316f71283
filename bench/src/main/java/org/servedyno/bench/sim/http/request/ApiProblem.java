package org.servedyno.bench.sim.http.request;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Optional;

/** A request that can't be served, with the answer it gets in vLLM's error shape. */
public final class ApiProblem extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient HttpResponseStatus status;
    private final String type;
    private final transient Optional<String> parameter;

    private ApiProblem(HttpResponseStatus status, String type, Optional<String> parameter, String message) {
        super(message);
        this.status = status;
        this.type = type;
        this.parameter = parameter;
    }

    /** A request that makes no sense. */
    public static ApiProblem badRequest(String message) {
        return new ApiProblem(HttpResponseStatus.BAD_REQUEST, "BadRequestError", Optional.empty(), message);
    }

    /** A parameter with a value that is not taken; name and value are added as vLLM adds them. */
    static ApiProblem badParameter(String parameter, Object value, String message) {
        return new ApiProblem(
                HttpResponseStatus.BAD_REQUEST,
                "BadRequestError",
                Optional.of(parameter),
                message + " (parameter=" + parameter + ", value=" + value + ")");
    }

    static ApiProblem badJson(long offset, String what) {
        String place = "body." + Math.max(0, offset);
        String message = "1 validation error:\n  {'type': 'json_invalid', 'loc': '" + place
                + "', 'msg': 'JSON decode error', 'ctx': {'error': '" + what + "'}}";
        return new ApiProblem(HttpResponseStatus.BAD_REQUEST, "Bad Request", Optional.of(place), message);
    }

    static ApiProblem unknownModel(String asked, String served) {
        return new ApiProblem(
                HttpResponseStatus.NOT_FOUND,
                "NotFoundError",
                Optional.of("model"),
                "The model `" + asked + "` does not exist. Valid aliases: " + served + ".");
    }

    /** A server that can't take requests now. */
    public static ApiProblem unavailable(String message) {
        return new ApiProblem(
                HttpResponseStatus.SERVICE_UNAVAILABLE, "ServiceUnavailableError", Optional.empty(), message);
    }

    /** An engine that died while it answered. */
    public static ApiProblem engineFailure() {
        return new ApiProblem(
                HttpResponseStatus.INTERNAL_SERVER_ERROR,
                "InternalServerError",
                Optional.empty(),
                "EngineCore encountered an issue. See stack trace above for the root cause.");
    }

    /** The status of the answer. */
    public HttpResponseStatus status() {
        return status;
    }

    /** vLLM's word for the kind of error. */
    public String type() {
        return type;
    }

    /** The parameter at fault, if it is one. */
    public Optional<String> parameter() {
        return parameter;
    }
}
