import { Agent, createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export type Upstream = { readonly port: number; readonly opsPort: number };

const CHECK_INTERVAL_MS = 1_000;

/** A balancer as they are: it keeps connections, asks `/ready` each second, and repeats no request. @returns its address */
export async function startBalancer(t: TestContext, upstreams: readonly Upstream[]): Promise<string> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<Upstream>();
  let turn = 0;

  async function check(upstream: Upstream): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${upstream.opsPort}/ready`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.status === 200) ready.add(upstream);
    else ready.delete(upstream);
  }

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const serving = [...ready];
    const upstream = serving[(turn += 1) % serving.length];
    if (!upstream) return void outgoing.writeHead(502).end();
    const { url: path, method, headers } = incoming;
    const passed = request({ agent, host: '127.0.0.1', port: upstream.port, path, method, headers });
    passed.once('error', () => outgoing.headersSent || outgoing.writeHead(502).end());
    passed.once('response', (answer) => {
      // The connection to the upstream is not the client's.
      const { connection: _own, ...kept } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, kept);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  }

  await Promise.all(upstreams.map(check));
  const checking = setInterval(
    () => upstreams.forEach((upstream) => void check(upstream)),
    CHECK_INTERVAL_MS,
  );
  const server = createServer({ keepAliveTimeout: 120_000 }, pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    clearInterval(checking);
    server.close();
    server.closeAllConnections();
    agent.destroy();
  });
  // A TCP listener has an address of this form.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
