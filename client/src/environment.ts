export type Urls = { readonly httpUrl: string; readonly wsUrl: string };

const PATH = '/web/graphql';

/**
 * The two addresses of the client endpoint, from the options or from `NEXT_PUBLIC_GRAPHQL_URL` and `NEXT_PUBLIC_WS_URL`;
 * without one for sockets, it is the same one.
 * @throws Error that says which is missing or wrong
 */
export function readUrls(given: { httpUrl?: string | undefined; wsUrl?: string | undefined }): Urls {
  const variables = environment();
  const http = parse(given.httpUrl ?? variables.http, {
    name: 'httpUrl',
    variable: 'NEXT_PUBLIC_GRAPHQL_URL',
    scheme: 'http',
  });
  const same = http.href.replace(/^http/, 'ws');
  // A variable for another endpoint than the given one would send the tokens there.
  const ws = given.wsUrl ?? (given.httpUrl === undefined ? variables.ws : undefined) ?? same;
  return {
    httpUrl: http.href,
    wsUrl: parse(ws, { name: 'wsUrl', variable: 'NEXT_PUBLIC_WS_URL', scheme: 'ws' }).href,
  };
}

// Of Node, or of Next.js, which puts the values in place of these very expressions.
declare const process: { env: { NEXT_PUBLIC_GRAPHQL_URL?: string; NEXT_PUBLIC_WS_URL?: string } } | undefined;

function environment(): { http: string | undefined; ws: string | undefined } {
  if (typeof process === 'undefined') return { http: undefined, ws: undefined };
  // eslint-disable-next-line no-restricted-syntax -- the two variables that web applications set for this package
  return { http: process.env.NEXT_PUBLIC_GRAPHQL_URL, ws: process.env.NEXT_PUBLIC_WS_URL };
}

function parse(
  value: string | undefined,
  { name, variable, scheme }: { name: string; variable: string; scheme: string },
): URL {
  const example = `${scheme}s://api.example.com${PATH}`;
  // A path alone is one of the page's own host.
  const base = typeof location === 'undefined' ? undefined : location.href.replace(/^http/, scheme);
  const url = value === undefined ? null : URL.parse(value, base);
  if (url && new RegExp(`^${scheme}s?:$`).test(url.protocol) && url.pathname.endsWith(PATH)) return url;
  const got = value === undefined ? 'is missing' : `is ${JSON.stringify(value)}`;
  throw new Error(`\`${name}\` (or ${variable}) ${got}: give the client endpoint, such as ${example}.`);
}
