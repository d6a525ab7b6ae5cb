package dev.redlock.fencing.http;

import dev.redlock.fencing.Fence;
import dev.redlock.fencing.FenceUnavailableException;
import dev.redlock.fencing.StaleTokenException;
import dev.redlock.fencing.propagation.FencedCall;
import dev.redlock.fencing.propagation.ForgedTokenException;
import dev.redlock.fencing.propagation.MalformedTokenException;
import dev.redlock.fencing.propagation.TokenPropagator;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses requests of holders that were overtaken, before the handler sees them.
 *
 * <p>It marks the fence with the token of the request. What is refused is answered with a problem in the format of RFC 9457:
 * 409 for a stale token, 400 for a malformed or missing one, 403 for a forged one, 503 if the fence cannot be reached.
 *
 * <p><strong>The handler has to check again</strong>, in the transaction of its write: between this filter and the write the
 * request can be held up for as long as it likes, and a newer holder can come and go. The handler finds the token with
 * {@link #callOf}; {@link FencedCall#tokenFor} makes sure that it is for what the handler works on. A
 * {@link StaleTokenException} of the handler is answered with 409 like one of the filter. The filter is there to refuse the
 * many early and cheaply; the transaction is there to refuse all.
 *
 * <p>Use a propagator that is signed unless all who can send requests are trusted.
 */
public final class FenceFilter implements Filter {
    private static final Logger LOG = LoggerFactory.getLogger(FenceFilter.class);
    private static final String CALL = FenceFilter.class.getName() + ".call";

    private final Fence fence;
    private final TokenPropagator propagator;
    private final boolean required;

    private FenceFilter(Fence fence, TokenPropagator propagator, boolean required) {
        this.fence = Objects.requireNonNull(fence, "fence");
        this.propagator = Objects.requireNonNull(propagator, "propagator");
        this.required = required;
    }

    /** Every request must bring a token. */
    public static FenceFilter requiring(Fence fence, TokenPropagator propagator) {
        return new FenceFilter(fence, propagator, true);
    }

    /** Requests without a token pass as they are; a token that is there must be right. */
    public static FenceFilter accepting(Fence fence, TokenPropagator propagator) {
        return new FenceFilter(fence, propagator, false);
    }

    /** What the request brought, if this filter has let it pass with a token. */
    public static Optional<FencedCall> callOf(ServletRequest request) {
        return Optional.ofNullable((FencedCall) request.getAttribute(CALL));
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest http = (HttpServletRequest) request;
        Problem problem = admit(http);
        if (problem != null) {
            problem.send((HttpServletResponse) response);
            return;
        }
        try {
            chain.doFilter(request, response);
        } catch (ServletException | RuntimeException e) {
            StaleTokenException stale = staleIn(e);
            if (stale == null || response.isCommitted()) {
                throw e;
            }
            response.reset();
            Problem.stale(stale).send((HttpServletResponse) response);
        }
    }

    /** Null if the request may pass. */
    private @Nullable Problem admit(HttpServletRequest request) {
        try {
            Optional<FencedCall> call = propagator.extract(request, FenceFilter::onlyHeader);
            if (call.isEmpty()) {
                return required ? Problem.malformed("a fencing token is required") : null;
            }
            fence.mark(call.get().resource(), call.get().token());
            request.setAttribute(CALL, call.get());
            return null;
        } catch (StaleTokenException e) {
            LOG.info("Refused {} {}: {}", request.getMethod(), request.getRequestURI(), e.getMessage());
            return Problem.stale(e);
        } catch (MalformedTokenException e) {
            return Problem.malformed(String.valueOf(e.getMessage()));
        } catch (ForgedTokenException e) {
            LOG.warn("Refused {} {}: {}", request.getMethod(), request.getRequestURI(), e.getMessage());
            return Problem.forged();
        } catch (FenceUnavailableException e) {
            LOG.warn("Refused {} {}, the fence cannot be asked", request.getMethod(), request.getRequestURI(), e);
            return Problem.unavailable();
        }
    }

    /** Two headers of one name are two stories, and who reads which one is anybody's guess. */
    private static @Nullable String onlyHeader(HttpServletRequest request, String name) {
        List<String> values = Collections.list(request.getHeaders(name));
        if (values.size() > 1) {
            throw new MalformedTokenException("there are " + values.size() + " headers " + name);
        }
        return values.isEmpty() ? null : values.get(0);
    }

    private static @Nullable StaleTokenException staleIn(Throwable thrown) {
        // Causes can go round in a circle, so not for ever.
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < 20; depth++) {
            if (cause instanceof StaleTokenException stale) {
                return stale;
            }
            cause = cause.getCause();
        }
        return null;
    }
}
