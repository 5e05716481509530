import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that Linux and macOS give to outgoing connections, so that none of those takes it. */
const PORT_MIN = 20_000;
const PORT_MAX = 32_767;

/**
 * A free loopback port for a process that starts later. It is drawn at random: a port that the system
 * chose could be given to any other connection meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORT_MIN, PORT_MAX);
    const probe = createServer().listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening');
    } catch {
      continue;
    }
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}
