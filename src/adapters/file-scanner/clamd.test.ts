import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { PortFault } from '#platform/kernel/port-fault.ts';
import { type ClamdBehaviour, clamdServer, MALWARE, THREAT } from '#test/support/content/clamd-server.ts';
import { freePort } from '#test/support/transport/free-port.ts';
import { createClamdScanner } from './clamd.ts';

const AWAY = { name: 'PortFault', port: 'file scanner', kind: 'away' };
const bodyOf = (content: Buffer) => async (): Promise<Readable> => Readable.from([content]);
const scannerAt = (port: number, scanMs = 5_000) => createClamdScanner({ host: '127.0.0.1', port, scanMs });

test('clamd gets the whole file in chunks, and its verdict comes back', async (t) => {
  const clamd = await clamdServer(t);
  const scanner = scannerAt(clamd.port);
  const large = randomBytes(3_000_001);
  const pieces = [0, 1, 2, 3].map((part) => large.subarray(part * 1_000_000, (part + 1) * 1_000_000));
  assert.deepEqual(await scanner.scan(async () => Readable.from(pieces)), { threat: null });
  assert.ok(clamd.files[0]?.equals(large));
  assert.deepEqual(await scanner.scan(bodyOf(Buffer.alloc(0))), { threat: null });
  assert.equal(clamd.files[1]?.length, 0);
  assert.deepEqual(await scanner.scan(bodyOf(Buffer.from(`a ${MALWARE}`))), { threat: THREAT });
  const many = await Promise.all(
    Array.from({ length: 20 }, (_, index) => scanner.scan(bodyOf(Buffer.from(index % 2 ? MALWARE : 'text')))),
  );
  assert.deepEqual(
    many.map(({ threat }) => threat),
    Array.from({ length: 20 }, (_, index) => (index % 2 ? THREAT : null)),
  );
});

for (const behaviour of ['fails', 'babbles', 'closes', 'slow'] satisfies ClamdBehaviour[]) {
  test(`a clamd that ${behaviour} is away, and its file has no verdict until it judges again`, async (t) => {
    const clamd = await clamdServer(t);
    const scanner = scannerAt(clamd.port, behaviour === 'slow' ? 1_000 : 10_000);
    clamd.behaviour = behaviour;
    const body = Readable.from(Array.from({ length: 100 }, () => randomBytes(64 * 1_024)));
    await assert.rejects(
      scanner.scan(async () => body),
      AWAY,
    );
    assert.equal(body.destroyed, true);
    clamd.behaviour = 'judges';
    assert.deepEqual(await scanner.scan(bodyOf(Buffer.from('text'))), { threat: null });
  });
}

test('a file past the limit of clamd is too large, which says nothing of the next one', async (t) => {
  const clamd = await clamdServer(t);
  const scanner = scannerAt(clamd.port);
  clamd.behaviour = 'refuses';
  const body = Readable.from(Array.from({ length: 100 }, () => randomBytes(64 * 1_024)));
  await assert.rejects(
    scanner.scan(async () => body),
    { name: 'FileTooLarge' },
  );
  assert.equal(body.destroyed, true);
  clamd.behaviour = 'judges';
  assert.deepEqual(await scanner.scan(bodyOf(Buffer.from('text'))), { threat: null });
});

test('a clamd that is not there opens no file', async () => {
  let opened = 0;
  const scanner = scannerAt(await freePort());
  const open = async (): Promise<Readable> => {
    opened += 1;
    return Readable.from([]);
  };
  await assert.rejects(scanner.scan(open), AWAY);
  assert.equal(opened, 0);
});

test('while clamd is silent one scan at a time waits for it, and the others fail at once', async (t) => {
  const clamd = await clamdServer(t);
  const scanner = scannerAt(clamd.port, 300);
  clamd.behaviour = 'slow';
  await assert.rejects(scanner.scan(bodyOf(Buffer.from('text'))), AWAY);
  const before = clamd.connections();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => scanner.scan(bodyOf(Buffer.from('text')))),
  );
  assert.ok(outcomes.every(({ status }) => status === 'rejected'));
  assert.equal(clamd.connections() - before, 1);
});

test('a file that cannot be read is no fault of the scanner', async (t) => {
  const clamd = await clamdServer(t);
  const scanner = scannerAt(clamd.port);
  const storageAway = new PortFault('storage', 'away');
  const broken = async (): Promise<Readable> => {
    throw storageAway;
  };
  await assert.rejects(scanner.scan(broken), storageAway);
  const torn = new Readable({
    read() {
      this.destroy(storageAway);
    },
  });
  await assert.rejects(
    scanner.scan(async () => torn),
    storageAway,
  );
  assert.deepEqual(await scanner.scan(bodyOf(Buffer.from('text'))), { threat: null });
});

test('closing ends the scans under way', async (t) => {
  const clamd = await clamdServer(t);
  const scanner = scannerAt(clamd.port, 60_000);
  clamd.behaviour = 'slow';
  const scanning = assert.rejects(scanner.scan(bodyOf(Buffer.from('text'))), AWAY);
  while (clamd.connections() === 0) await new Promise(setImmediate);
  await scanner.close();
  await scanning;
});
