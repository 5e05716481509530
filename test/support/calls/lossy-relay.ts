import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { randomOf } from '#test/support/random.ts';

/** Loses a share of the media that pass through it, both ways, always the same ones in their order. */
export type LossyRelay = {
  /** Puts relays in place of the addresses of an answer. */
  through(answer: string): Promise<string>;
  counts(): { readonly passed: number; readonly lost: number };
};

export function lossyRelay(t: TestContext, share: number): LossyRelay {
  let [passed, lost] = [0, 0];
  const random = randomOf(1);
  function isLost(message: Buffer): boolean {
    // The handshake would be repeated after seconds; media begin with these bits.
    const isMedia = (message[0] ?? 0) >> 6 === 2;
    const loses = isMedia && random(1_000) < share * 1_000;
    if (loses) lost += 1;
    else passed += 1;
    return loses;
  }

  async function open(): Promise<Socket> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    t.after(() => socket.close());
    return socket;
  }

  async function relayTo(port: number): Promise<number> {
    const [outside, inside] = [await open(), await open()];
    let client: RemoteInfo | null = null;
    outside.on('message', (message, from) => {
      client = from;
      if (!isLost(message)) inside.send(message, port, '127.0.0.1');
    });
    inside.on('message', (message) => {
      if (client && !isLost(message)) outside.send(message, client.port, client.address);
    });
    return outside.address().port;
  }

  return {
    async through(answer) {
      const candidate = /^(a=candidate:\S+ \d+ UDP \d+ \S+ )(\d+)( typ host.*)$/im.exec(answer);
      if (!candidate) throw new Error('The answer has no address.');
      const [line = '', before = '', port = '', after = ''] = candidate;
      return answer.replace(line, `${before}${await relayTo(Number(port))}${after}`);
    },
    counts: () => ({ passed, lost }),
  };
}
