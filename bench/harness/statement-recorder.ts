import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';

/** An executed statement: its text, and its values as text. */
export type RecordedStatement = { readonly text: string; readonly values: readonly (string | null)[] };

export type StatementRecorder = {
  /** Connection string of the database through the recorder. */
  readonly connectionString: string;
  /** Statements since the last call, of all connections. */
  take(): RecordedStatement[];
  close(): Promise<void>;
};

/** A proxy of a database server that records executed statements, in whatever way they are prepared. */
export async function startStatementRecorder(connectionString: string): Promise<StatementRecorder> {
  const target = new URL(connectionString);
  let recorded: RecordedStatement[] = [];
  const sockets = new Set<Socket>();
  const relay = createServer((client) => {
    const server = connect({ port: Number(target.port), host: target.hostname });
    client.on('data', messageReader(executionReader((statement) => recorded.push(statement))));
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
    take() {
      const taken = recorded;
      recorded = [];
      return taken;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => relay.close(() => resolve()));
    },
  };
}

type OnMessage = (type: string, body: Buffer) => void;

const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;

/** Parses PostgreSQL's frontend protocol: a first message without a type, then messages with type and length. */
function messageReader(onMessage: OnMessage): (piece: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  return (piece) => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    for (;;) {
      const typeBytes = isFirst ? 0 : TYPE_BYTES;
      if (rest.length < typeBytes + LENGTH_BYTES) return;
      const end = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < end) return;
      if (!isFirst)
        onMessage(rest.toString('latin1', 0, TYPE_BYTES), rest.subarray(typeBytes + LENGTH_BYTES, end));
      isFirst = false;
      rest = rest.subarray(end);
    }
  };
}

/** Combines Parse, Bind and Execute messages of one connection. */
function executionReader(onExecute: (statement: RecordedStatement) => void): OnMessage {
  const texts = new Map<string, string>();
  const portals = new Map<string, RecordedStatement>();
  return (type, body) => {
    const read = fieldReader(body);
    if (type === 'P') {
      const name = read.text();
      texts.set(name, read.text());
    } else if (type === 'B') {
      const portal = read.text();
      const text = texts.get(read.text()) ?? '';
      read.list(read.int16);
      portals.set(portal, { text, values: read.list(read.value) });
    } else if (type === 'E') {
      const statement = portals.get(read.text());
      if (statement) onExecute(statement);
    } else if (type === 'Q') {
      onExecute({ text: read.text(), values: [] });
    }
  };
}

/** Reads the fields of a message in order. */
function fieldReader(body: Buffer) {
  let at = 0;
  const int16 = (): number => body.readInt16BE((at += 2) - 2);
  const int32 = (): number => body.readInt32BE((at += 4) - 4);
  return {
    int16,
    /** Null-terminated. */
    text(): string {
      const end = body.indexOf(0, at);
      const text = body.toString('utf8', at, end);
      at = end + 1;
      return text;
    },
    /** The driver sends everything but buffers as text, and no value here is a buffer. */
    value(): string | null {
      const bytes = int32();
      if (bytes < 0) return null;
      return body.toString('utf8', at, (at += bytes));
    },
    list: <Item>(readItem: () => Item): Item[] => Array.from({ length: int16() }, readItem),
  };
}
