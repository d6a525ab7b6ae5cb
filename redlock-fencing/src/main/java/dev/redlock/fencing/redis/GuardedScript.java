package dev.redlock.fencing.redis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The check and the caller's script as one.
 *
 * @param sha1 the name by which Redis calls it; SHA-1 is Redis's choice, and nothing here relies on its strength
 */
record GuardedScript(String source, String sha1) {

    /*
     * Tokens are below 2^53, where the numbers of Lua are exact. What is written is the text that came, so that it does
     * not matter how a number of Lua becomes a text: tostring would write an exponent. A fence that is not a number is an error, not an absent fence.
     *
     * The caller's script becomes a function, so that its KEYS and ARGV are its own and it may return anywhere.
     */
    private static final String PRELUDE = """
            local token = tonumber(ARGV[1])
            local seen = redis.call('GET', KEYS[1])
            if seen then
              local newest = tonumber(seen)
              if not newest then
                return redis.error_reply('REDLOCK_BROKEN the fence ' .. KEYS[1] .. ' is not a number')
              end
              if token < newest then
                return redis.error_reply('REDLOCK_STALE ' .. seen)
              end
            end
            if ARGV[2] == '0' then
              redis.call('SET', KEYS[1], ARGV[1])
            else
              redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
            end
            local keys, arguments = {}, {}
            for at = 2, #KEYS do keys[at - 1] = KEYS[at] end
            for at = 3, #ARGV do arguments[at - 2] = ARGV[at] end
            local function guarded(KEYS, ARGV)
            """;

    private static final String POSTLUDE = """

            end
            return guarded(keys, arguments)
            """;

    static GuardedScript around(String script) {
        String source = PRELUDE + script + POSTLUDE;
        return new GuardedScript(source, sha1(source));
    }

    private static String sha1(String source) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(source.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM has no SHA-1, which Redis needs to name scripts", e);
        }
    }
}
