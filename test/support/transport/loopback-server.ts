import { Agent } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import type { TestContext } from 'node:test';
import { connect } from 'node:tls';

/** Starts a server on a free port until the test ends. @returns the port */
export async function listen(
  t: TestContext,
  server: Server & { closeAllConnections(): void },
): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  // A server on a TCP port, and not on a pipe, has an address of this form.
  return (server.address() as AddressInfo).port;
}

/** Keeps the requested host name, so that certificate verification is the real one. */
export function loopbackAgent(t: TestContext, port: number, certificate: string): Agent {
  const agent = new Agent({ keepAlive: false });
  agent.createConnection = ({ servername, host }) =>
    connect({ host: '127.0.0.1', port, servername: servername ?? host ?? '', ca: certificate });
  t.after(() => agent.destroy());
  return agent;
}
