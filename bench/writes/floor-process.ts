/**
 * A process that sends floors of writes through the bare driver, one statement at a time on each connection. Its argument is
 * the connection string.
 */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { percentile } from '../harness/percentile.ts';
import { FLOOR_OF } from './write-floors.ts';
import type { FloorName, WriteSubject } from './write-floors.ts';

export type FloorOrder = {
  readonly name: FloorName;
  readonly subjects: readonly WriteSubject[];
  /** Whether the turn begins anew and ends with the subjects, because a repetition would change nothing. */
  readonly isOnce: boolean;
  readonly connections: number;
  readonly durationMs: number;
};

export type FloorReport = { readonly writes: number; readonly seconds: number; readonly p50Ms: number };

const CONNECTIONS_MAX = 16;

const clients = await Promise.all(
  Array.from({ length: CONNECTIONS_MAX }, async () => {
    const client = new Client({ connectionString: process.argv[2] });
    await client.connect();
    return client;
  }),
);
/** Writes sent so far, by floor: each goes on with the next subject. */
const sent = new Map<FloorName, number>();

process.on('message', (order: FloorOrder) => {
  run(order).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function run({ name, subjects, isOnce, connections, durationMs }: FloorOrder): Promise<FloorReport> {
  const { text, values } = FLOOR_OF[name];
  const latenciesMs: number[] = [];
  const startedMs = performance.now();
  if (isOnce) sent.set(name, 0);
  const last = isOnce ? subjects.length : Number.POSITIVE_INFINITY;

  async function repeat(client: Client): Promise<void> {
    for (let nowMs = startedMs; nowMs < startedMs + durationMs;) {
      const turn = sent.get(name) ?? 0;
      if (turn === last) break;
      sent.set(name, turn + 1);
      const subject = subjects[turn % subjects.length]!; // The index is within the list.
      const { rowCount } = await client.query({ name, text, values: values(subject, newId) });
      if (rowCount !== 1) throw new Error(`${name} wrote nothing.`);
      const doneMs = performance.now();
      latenciesMs.push(doneMs - nowMs);
      nowMs = doneMs;
    }
  }

  await Promise.all(clients.slice(0, connections).map(repeat));
  const seconds = (performance.now() - startedMs) / 1_000;
  latenciesMs.sort((left, right) => left - right);
  return { writes: latenciesMs.length, seconds, p50Ms: percentile(latenciesMs, 0.5) };
}

/** A UUID of version 7, whose order is that of time, as the product's. */
function newId(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
