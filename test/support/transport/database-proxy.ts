import type { TestContext } from 'node:test';
import { type TcpProxy, tcpProxy } from './tcp-proxy.ts';

/** A proxy of the database that a test can cut, while the server and the other tests continue. */
export async function databaseProxy(
  t: Pick<TestContext, 'after'>,
  connectionString: string,
): Promise<TcpProxy & { readonly connectionString: string }> {
  const target = new URL(connectionString);
  const proxy = await tcpProxy(t, { hostname: target.hostname, port: Number(target.port) });
  const proxied = new URL(connectionString);
  proxied.host = `127.0.0.1:${proxy.port}`;
  return { ...proxy, connectionString: proxied.href };
}
