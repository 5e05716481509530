import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromString, getType, toUUIDBytes, TypeID } from 'typeid-js';
import { AppError } from './errors.ts';
import { createIds, firstIdAt, fromGlobalId, parseGlobalId, toGlobalId } from './ids.ts';

test('a global id equals the TypeID of the library and decodes to the same uuid', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      const id = toGlobalId('post', uuid);
      assert.equal(id, TypeID.fromUUID('post', uuid).toString());
      assert.equal(fromGlobalId('post', id), uuid);
    }),
  );
});

test('a text is decoded as an id exactly when the library decodes it, to the same type and bits', () => {
  const letters = (alphabet: string, lengths: { minLength: number; maxLength: number }) =>
    fc.string({ unit: fc.constantFrom(...alphabet.split(/(?:)/u)), ...lengths });
  const type = letters('a_', { minLength: 1, maxLength: 64 });
  const suffix = letters('078abijklmnopqrstuvwxyzAZ', { minLength: 25, maxLength: 27 });
  const valid = letters('0123456789abcdefghjkmnpqrstvwxyz', { minLength: 26, maxLength: 26 });
  const text = fc.oneof(
    fc.string(),
    fc.tuple(type, fc.oneof(suffix, valid)).map((parts) => parts.join('_')),
    valid.map((digits) => `post_${digits}`),
  );
  fc.assert(
    fc.property(text, (id) => {
      assert.deepEqual(bitsOf(parseGlobalId(id)), readByLibrary(id));
    }),
    { numRuns: 1_000 },
  );
});

function readByLibrary(id: string): { type: string; bits: string } | null {
  try {
    const typeid = fromString(id);
    return { type: getType(typeid), bits: Buffer.from(toUUIDBytes(typeid)).toString('hex') };
  } catch {
    return null;
  }
}

const bitsOf = (parsed: ReturnType<typeof parseGlobalId>): object | null =>
  parsed && { type: parsed.type, bits: parsed.uuid.replaceAll('-', '') };

test('an id of another type and a malformed id are refused with BAD_USER_INPUT', () => {
  const uuid = '01890a5d-ac96-774b-bcce-b302099a8057';
  for (const id of [
    toGlobalId('post', uuid),
    uuid,
    'user_',
    `user_8${'0'.repeat(25)}`,
    `user_0${'O'.repeat(25)}`,
  ]) {
    assert.throws(
      () => fromGlobalId('user', id),
      (error) => error instanceof AppError && error.code === 'BAD_USER_INPUT',
    );
  }
});

test('ids sort by their time of creation', () => {
  let now = new Date('2026-11-20T12:00:00.000Z');
  const ids = createIds({ now: () => now });
  const first = ids.next();
  now = new Date('2026-11-20T12:00:00.001Z');
  const second = ids.next();
  assert.ok(first < second);
  assert.ok(first < firstIdAt(now) && firstIdAt(now) < second);
  assert.equal(firstIdAt(new Date('0001-01-01T00:00:00Z')), '00000000-0000-7000-8000-000000000000');
  assert.equal(firstIdAt(new Date(8.64e15)), 'ffffffff-ffff-7000-8000-000000000000');
  assert.match(first, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
