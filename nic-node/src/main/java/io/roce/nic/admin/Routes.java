package io.roce.nic.admin;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** From method and path to what is done. */
final class Routes
{
    private static final String VARIABLE = "{qpn}";

    private final Map<String, Map<String, Route>> resources = new LinkedHashMap<>();

    Routes(
        final QpResource qps,
        final FiguresResource figures,
        final TableMapResource map,
        final FaultsResource faults)
    {
        add("/v1/node", "GET", Route.reading(call -> figures.node()));
        add("/v1/qps", "GET", Route.reading(qps::list, QpResource.LIMIT, QpResource.AFTER, QpResource.STATE));
        add("/v1/qps", "POST", Route.writing(qps::create));
        add("/v1/qps/" + VARIABLE, "GET", Route.reading(qps::show));
        add("/v1/qps/" + VARIABLE, "PATCH", Route.writing(qps::modify));
        add("/v1/qps/" + VARIABLE, "DELETE", Route.reading(qps::destroy));
        add("/v1/ledger", "GET", Route.reading(call -> figures.ledger()));
        add("/v1/table", "GET", Route.reading(call -> figures.table()));
        add("/v1/table/pages", "GET", Route.reading(map::pages, TableMapResource.LIMIT, TableMapResource.AFTER));
        add(
            "/v1/table/cells",
            "GET",
            Route.reading(map::cells, TableMapResource.GRAIN, TableMapResource.LIMIT, TableMapResource.AFTER));
        add("/v1/cache", "GET", Route.reading(call -> figures.cache()));
        add("/v1/quarantine", "GET", Route.reading(call -> figures.quarantine()));
        add("/v1/faults", "GET", Route.reading(call -> faults.show()));
        add("/v1/faults", "PUT", Route.writing(faults::replace));
    }

    /** A route with the text of its variable. */
    record Match(Route route, String tail)
    {
        CompletableFuture<Answer> run(final Query query, final byte[] body) throws Refusal
        {
            return route.action().run(new Route.Call(tail, query, body));
        }
    }

    Match match(final String method, final String path) throws Refusal
    {
        final Map<String, Route> fixed = resources.get(path);
        if (fixed != null)
        {
            return new Match(route(fixed, method, path), "");
        }
        final int tailIndex = path.lastIndexOf('/') + 1;
        final Map<String, Route> variable = resources.get(path.substring(0, tailIndex) + VARIABLE);
        if (variable == null || tailIndex == path.length())
        {
            throw new Refusal(AdminErrorCode.NOT_FOUND, "There is no \"" + JsonBody.shown(path) + "\"")
                .with("path", JsonBody.shown(path))
                .with("allowed", resources.keySet());
        }
        return new Match(route(variable, method, path), path.substring(tailIndex));
    }

    private void add(final String path, final String method, final Route route)
    {
        resources.computeIfAbsent(path, key -> new LinkedHashMap<>()).put(method, route);
        if (method.equals("GET"))
        {
            resources.get(path).put("HEAD", route);
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
