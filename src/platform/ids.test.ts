import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TypeID } from 'typeid-js';
import { AppError } from './errors.ts';
import { createIds, firstIdAt, fromGlobalId, toGlobalId } from './ids.ts';

test('a global id is the TypeID that the library writes, and is read back to the same uuid', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      const id = toGlobalId('post', uuid);
      assert.equal(id, TypeID.fromUUID('post', uuid).toString());
      assert.equal(fromGlobalId('post', id), uuid);
    }),
  );
});

test('whatever a client sends as an id is read or refused as its mistake', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `post_${text}`),
      ),
      (text) => {
        try {
          assert.match(fromGlobalId('post', text), /^[0-9a-f-]{36}$/);
        } catch (error) {
          assert.ok(error instanceof AppError && error.code === 'BAD_USER_INPUT', String(error));
        }
      },
    ),
  );
  assert.throws(
    () => fromGlobalId('user', toGlobalId('post', '01890a5d-ac96-774b-bcce-b302099a8057')),
    AppError,
  );
});

test('ids sort by the time of their making', () => {
  let now = new Date('2026-11-20T12:00:00.000Z');
  const ids = createIds({ now: () => now });
  const first = ids.next();
  now = new Date('2026-11-20T12:00:00.001Z');
  const second = ids.next();
  assert.ok(first < second);
  assert.ok(first < firstIdAt(now) && firstIdAt(now) < second);
  assert.match(first, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
