package io.roce.nic.admin;

import io.roce.nic.lane.Lanes;
import io.roce.nic.memory.DirectMemory;
import io.roce.nic.trace.DropRings;
import org.agrona.concurrent.NanoClock;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** From method and path to what is done. */
final class Routes
{
    /** Of one thing among many, or of something below it. */
    private static final Pattern ITEM = Pattern.compile("(/v1/[a-z]+/)([^/]+)((?:/[a-z]+)?)");
    private static final String ANY = "{}";

    /** By path, with {@link #ANY} for the variable. */
    private final Map<String, Map<String, Route>> resources = new LinkedHashMap<>();

    /** As they are told to callers. */
    private final List<String> paths = new ArrayList<>();

    /**
     * @param clock  the lanes', which ages are counted on.
     * @param memory where regions get theirs from.
     */
    Routes(
        final Lanes lanes,
        final NodeFacts facts,
        final NanoClock clock,
        final DirectMemory memory,
        final DropRings drops,
        final UsageJson usage,
        final EventStreams events)
    {
        final LaneVerbs verbs = new LaneVerbs(lanes, clock);
        final AdminOwned owned = new AdminOwned();
        addFigures(
            new FiguresResource(lanes, new NodeJson(facts, clock, events)),
            new TableMapResource(lanes),
            new UsageResource(lanes, usage));
        addQps(new QpResource(verbs, owned, clock), new WorkResource(verbs, owned));
        addPds(new PdResource(verbs, owned));
        addMrs(new MrResource(verbs, owned, memory), new MrBytesResource(verbs, owned));
        addCqs(new CqResource(verbs, owned, clock));
        addDrops(new DropsResource(lanes, drops, clock));
        final MetricsResource metrics = new MetricsResource(lanes, facts, clock);
        add("/metrics", "GET", Route.reading(metrics::show));
        final FaultsResource faults = new FaultsResource(lanes);
        add("/v1/faults", "GET", Route.reading(call -> faults.show()));
        add("/v1/faults", "PUT", Route.writing(faults::replace));
        final RecordResource record = new RecordResource(lanes.first());
        add("/v1/record", "GET", Route.reading(call -> record.show()));
        add("/v1/record", "PUT", Route.writing(record::on));
        add("/v1/record", "DELETE", Route.reading(call -> record.off()));
        add("/v1/events", "GET", Route.reading(call -> events.subscribe()));
        add("/v1/events", "HEAD", Route.reading(call -> events.head()));
        for (final PageFile file : PageFile.values())
        {
            add(file.path(), "GET", Route.reading(call -> PageResource.show(file)));
        }
    }

    /** A route with the text of its variable. */
    record Match(Route route, String item)
    {
        CompletableFuture<Answer> run(final Query query, final String accept, final byte[] body) throws Refusal
        {
            return route.action().run(new Route.Call(item, query, accept, body));
        }
    }

    /** Whether what is there may be had without the token. */
    boolean isOpenToAll(final String path)
    {
        return Stream.of(PageFile.values()).anyMatch(file -> file.path().equals(path));
    }

    Match match(final String method, final String path) throws Refusal
    {
        final Map<String, Route> fixed = path.contains(ANY) ? null : resources.get(path);
        if (fixed != null)
        {
            return new Match(route(fixed, method, path), "");
        }
        final Matcher item = ITEM.matcher(path);
        final Map<String, Route> variable =
            item.matches() ? resources.get(item.group(1) + ANY + item.group(3)) : null;
        if (variable == null)
        {
            throw new Refusal(AdminErrorCode.NOT_FOUND, "There is no \"" + JsonBody.shown(path) + "\"")
                .with("path", JsonBody.shown(path))
                .with("allowed", paths);
        }
        return new Match(route(variable, method, path), item.group(2));
    }

    private void addFigures(
        final FiguresResource figures, final TableMapResource map, final UsageResource usage)
    {
        add("/v1/node", "GET", Route.reading(call -> figures.node()));
        add("/v1/ledger", "GET", Route.reading(call -> figures.ledger()));
        add("/v1/table", "GET", Route.reading(call -> figures.table()));
        add("/v1/table/pages", "GET", Route.reading(map::pages, TableMapResource.LIMIT, TableMapResource.AFTER));
        add(
            "/v1/table/cells",
            "GET",
            Route.reading(map::cells, TableMapResource.GRAIN, TableMapResource.LIMIT, TableMapResource.AFTER));
        add("/v1/cache", "GET", Route.reading(call -> figures.cache()));
        add("/v1/quarantine", "GET", Route.reading(call -> figures.quarantine()));
        add(
            "/v1/quarantine/numbers",
            "GET",
            Route.reading(figures::quarantineNumbers, FiguresResource.LIMIT));
        add("/v1/usage", "GET", Route.reading(call -> usage.show()));
    }

    private void addDrops(final DropsResource drops)
    {
        add(
            "/v1/drops",
            "GET",
            Route.reading(
                drops::list,
                DropsResource.LIMIT,
                DropsResource.AFTER,
                DropsResource.LAST,
                DropsResource.FATE,
                DropsResource.QPN,
                DropsResource.PEER));
    }

    private void addQps(final QpResource qps, final WorkResource work)
    {
        add("/v1/qps", "GET", Route.reading(qps::list, QpResource.LIMIT, QpResource.AFTER, QpResource.STATE));
        add("/v1/qps", "POST", Route.writing(qps::create));
        add("/v1/qps/{qpn}", "GET", Route.reading(qps::show));
        add("/v1/qps/{qpn}", "PATCH", Route.writing(qps::modify));
        add("/v1/qps/{qpn}", "DELETE", Route.reading(qps::destroy));
        add("/v1/qps/{qpn}/send", "POST", Route.writing(work::send));
        add("/v1/qps/{qpn}/recv", "POST", Route.writing(work::recv));
    }

    private void addPds(final PdResource pds)
    {
        add("/v1/pds", "GET", Route.reading(pds::list, NumberedList.LIMIT, NumberedList.AFTER));
        add("/v1/pds", "POST", Route.writing(pds::alloc));
        add("/v1/pds/{pd}", "GET", Route.reading(pds::show));
        add("/v1/pds/{pd}", "DELETE", Route.reading(pds::dealloc));
    }

    private void addMrs(final MrResource mrs, final MrBytesResource bytes)
    {
        add("/v1/mrs", "GET", Route.reading(mrs::list, NumberedList.LIMIT, NumberedList.AFTER));
        add("/v1/mrs", "POST", Route.writing(mrs::register));
        add("/v1/mrs/{lkey}", "GET", Route.reading(mrs::show));
        add("/v1/mrs/{lkey}", "DELETE", Route.reading(mrs::deregister));
        add(
            "/v1/mrs/{lkey}/bytes",
            "GET",
            Route.reading(bytes::read, MrBytesResource.OFFSET, MrBytesResource.LENGTH));
        add("/v1/mrs/{lkey}/bytes", "PUT", Route.writing(bytes::write));
    }

    private void addCqs(final CqResource cqs)
    {
        add("/v1/cqs", "GET", Route.reading(cqs::list, NumberedList.LIMIT, NumberedList.AFTER));
        add("/v1/cqs", "POST", Route.writing(cqs::create));
        add("/v1/cqs/{cq}", "GET", Route.reading(cqs::show));
        add("/v1/cqs/{cq}", "DELETE", Route.reading(cqs::destroy));
        add("/v1/cqs/{cq}/poll", "POST", Route.writing(cqs::poll));
    }

    private void add(final String path, final String method, final Route route)
    {
        if (!paths.contains(path))
        {
            paths.add(path);
        }
        final Map<String, Route> methods =
            resources.computeIfAbsent(path.replaceFirst("\\{[a-z]+}", ANY), key -> new LinkedHashMap<>());
        methods.put(method, route);
        if (method.equals("GET"))
        {
            methods.put("HEAD", route);
        }
    }

    private static Route route(final Map<String, Route> methods, final String method, final String path) throws Refusal
    {
        final Route route = methods.get(method);
        if (route == null)
        {
            throw new Refusal(
                AdminErrorCode.METHOD_NOT_ALLOWED,
                "\"" + JsonBody.shown(path) + "\" knows " + String.join(", ", methods.keySet()) + " and not \"" +
                    JsonBody.shown(method) + "\"")
                .with("method", JsonBody.shown(method))
                .with("allowed", methods.keySet())
                .withHeader("Allow", String.join(", ", methods.keySet()));
        }
        return route;
    }
}
