import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';

export type StatementCounter = {
  /** Leads through the counter to the same database. */
  readonly connectionString: string;
  /** How many statements were executed so far. */
  count(): number;
  close(): Promise<void>;
};

/** A relay in front of a database server that counts what is executed, whoever sends it and however it is prepared. */
export async function startStatementCounter(connectionString: string): Promise<StatementCounter> {
  const target = new URL(connectionString);
  let executed = 0;
  const sockets = new Set<Socket>();
  const relay = createServer((client) => {
    const server = connect({ port: Number(target.port), host: target.hostname });
    const count = messageReader((type) => {
      if (type === EXECUTE || type === SIMPLE_QUERY) executed += 1;
    });
    client.on('data', count);
    client.pipe(server).pipe(client);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => [client, server].forEach((either) => either.destroy()));
    }
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const address = relay.address();
  if (typeof address !== 'object' || !address) throw new Error('The relay has no port.');
  const through = new URL(connectionString);
  through.port = String(address.port);
  return {
    connectionString: through.href,
    count: () => executed,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => relay.close(() => resolve()));
    },
  };
}

const EXECUTE = 'E'.charCodeAt(0);
const SIMPLE_QUERY = 'Q'.charCodeAt(0);
const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;

/** Follows PostgreSQL's frontend protocol: a first message without a type, then a type and a length for each. */
function messageReader(onMessage: (type: number) => void): (piece: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  return (piece) => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    for (;;) {
      const typeBytes = isFirst ? 0 : TYPE_BYTES;
      if (rest.length < typeBytes + LENGTH_BYTES) return;
      const total = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < total) return;
      if (!isFirst) onMessage(rest[0]!); // There are at least five bytes by the check above.
      isFirst = false;
      rest = rest.subarray(total);
    }
  };
}
