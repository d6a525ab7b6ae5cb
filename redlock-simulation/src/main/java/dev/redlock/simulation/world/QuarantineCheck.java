package dev.redlock.simulation.world;

import dev.redlock.node.NodeRequest;
import dev.redlock.simulation.check.Property;
import dev.redlock.simulation.check.TtlRecord;
import dev.redlock.simulation.plan.Plan;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Looks at what one client lets vote again. */
final class QuarantineCheck {
    /** A client looks at the nodes that vote every ten seconds; with some time for the way there and back. */
    private static final long LOOK = 11_000_000_000L;

    private final Client client;
    private final Plan plan;
    private final List<Server> servers;
    private final List<Link> links;

    QuarantineCheck(Client client, Plan plan, List<Server> servers, List<Link> links) {
        this.client = client;
        this.plan = plan;
        this.servers = servers;
        this.links = links;
    }

    /**
     * A node that has forgotten is let vote again by somebody who does not know of the longest ttl it was told of. That must
     * not happen too early while another node knows and can be asked, or if the client itself must have heard of it before.
     * Where neither is so, nothing is promised from now on.
     */
    void admits(Server server, NodeRequest.Admit admit, long sentAt) {
        TtlRecord ttls = server.ttls();
        long forgotAt = ttls.forgotAt();
        if (admit.wanted().maxTtl().compareTo(ttls.longest()) >= 0 || forgotAt > sentAt) {
            return;
        }
        long votesGone = forgotAt + ttls.longest().toNanos() / 1_000_000 * (1_000_000 - plan.driftPpm());
        boolean isEarly = client.schedule().now() < votesGone;
        String what = "client " + client.index() + " lets node " + server.index() + " vote "
                + (client.schedule().now() - forgotAt) / 1_000_000 + " ms after it has forgotten votes for "
                + ttls.longest();
        OptionalInt witness = witness(server, ttls);
        if (witness.isPresent() && isEarly) {
            client.referee()
                    .failUnlessUnpromised(
                            Property.QUARANTINE, what + ", of which node " + witness.getAsInt() + " knows");
        } else if (hasLooked(server, ttls)) {
            if (isEarly) {
                client.referee().failUnlessUnpromised(Property.QUARANTINE, what + ", of which it has heard itself");
            }
        } else if (witness.isEmpty()) {
            client.referee().cannotPromiseExclusion(what + ", and nobody could tell it");
        }
    }

    /** It was there all the time, and the node has known it for so long before it forgot that it was looked at meanwhile. */
    private boolean hasLooked(Server forgetful, TtlRecord ttls) {
        return ttls.forgotAt() - ttls.longestSince() > LOOK
                && client.isAwakeSince(ttls.longestSince())
                && links.get(forgetful.index()).isUntroubledSince(ttls.longestSince());
    }

    /** Another node, which can be asked and has known all the time what this one has forgotten. */
    private OptionalInt witness(Server forgetful, TtlRecord ttls) {
        return IntStream.range(0, links.size())
                .filter(node -> node != forgetful.index()
                        && servers.get(node).ttls().hasKnownSince(ttls.longest(), ttls.forgotAt())
                        && links.get(node).couldBeUsedSince(ttls.forgotAt()))
                .findFirst();
    }
}
