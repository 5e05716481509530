import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultLimits } from '#domains/modules.ts';
import {
  END_REASONS,
  CALL_TRANSITIONS,
  deadlinesAfter,
  dueAt,
  INVITEE_TRANSITIONS,
  MEMBER_TRANSITIONS,
  type Presence,
} from './calls.state.ts';

const arrows = (table: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.entries(table).flatMap(([state, nexts]) => nexts.map((next) => `${state} → ${next}`));

test('calls, invitees and members move by these transitions alone', () => {
  assert.deepEqual(arrows(CALL_TRANSITIONS), ['RINGING → ONGOING', 'RINGING → ENDED', 'ONGOING → ENDED']);
  assert.deepEqual(arrows(INVITEE_TRANSITIONS), [
    'RINGING → ACCEPTED',
    'RINGING → DECLINED',
    'RINGING → BUSY',
    'RINGING → MISSED',
    'RINGING → CANCELLED',
    'DECLINED → RINGING',
    'BUSY → RINGING',
    'MISSED → RINGING',
    'CANCELLED → RINGING',
  ]);
  assert.deepEqual(arrows(MEMBER_TRANSITIONS), [
    'CONNECTING → CONNECTED',
    'CONNECTING → LEFT',
    'CONNECTED → RECONNECTING',
    'CONNECTED → LEFT',
    'RECONNECTING → CONNECTED',
    'RECONNECTING → LEFT',
    'LEFT → CONNECTING',
  ]);
  assert.deepEqual(END_REASONS.RINGING, ['CANCELLED', 'DECLINED', 'BUSY', 'MISSED']);
  assert.deepEqual(END_REASONS.ENDED, []);
});

const NOW = new Date('2026-11-28T12:00:00Z');
const after = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1_000);

const CALL = {
  mode: 'GROUP',
  state: 'ONGOING',
  memberCount: 2,
  startedAt: NOW,
  hostUntil: null,
  aloneUntil: null,
} as const;

const PRESENCE: Presence = {
  memberCount: 2,
  viewerCount: 0,
  memberDueAt: null,
  ringingUntil: null,
  hostState: 'CONNECTED',
  heirId: null,
};

const deadlines = (call: Partial<typeof CALL> | object, presence: Partial<Presence>) =>
  deadlinesAfter({ ...CALL, ...call }, { ...PRESENCE, ...presence }, { now: NOW, limits: defaultLimits });

test('the deadlines of a call follow from who is there', () => {
  assert.deepEqual(deadlines({}, {}), {
    ringingUntil: null,
    hostUntil: null,
    aloneUntil: null,
    endsAt: after(4 * 3_600),
  });
  assert.deepEqual(deadlines({}, { memberCount: 1 }).aloneUntil, after(300));
  assert.deepEqual(deadlines({}, { memberCount: 0 }).aloneUntil, after(30));
  const since = { memberCount: 1, aloneUntil: after(100) };
  assert.deepEqual(deadlines(since, { memberCount: 1 }).aloneUntil, after(100));
  assert.deepEqual(deadlines(since, { memberCount: 0 }).aloneUntil, after(30));
  assert.equal(deadlines(since, { memberCount: 2 }).aloneUntil, null);
  for (const hostState of ['RECONNECTING', 'LEFT'] as const) {
    assert.equal(deadlines({}, { hostState }).hostUntil, null);
    assert.deepEqual(deadlines({}, { hostState, heirId: 'ben' }).hostUntil, after(30));
    assert.deepEqual(deadlines({ hostUntil: after(9) }, { hostState, heirId: 'ben' }).hostUntil, after(9));
    assert.equal(deadlines({ mode: 'DIRECT' }, { hostState, heirId: 'ben' }).hostUntil, null);
  }
  assert.equal(deadlines({ hostUntil: after(9) }, { heirId: 'ben' }).hostUntil, null);
  const ringing = deadlines(
    { state: 'RINGING', startedAt: null },
    { memberCount: 1, ringingUntil: after(45) },
  );
  assert.deepEqual(ringing, { ringingUntil: after(45), hostUntil: null, aloneUntil: null, endsAt: null });
});

test('a call is due at the least of its deadlines and those of its members', () => {
  const none = { ringingUntil: null, hostUntil: null, aloneUntil: null, endsAt: null };
  assert.equal(dueAt(none, { memberDueAt: null }), null);
  assert.deepEqual(dueAt({ ...none, endsAt: after(9) }, { memberDueAt: null }), after(9));
  assert.deepEqual(
    dueAt({ ...none, endsAt: after(9), hostUntil: after(3) }, { memberDueAt: after(5) }),
    after(3),
  );
  assert.deepEqual(dueAt({ ...none, aloneUntil: after(9) }, { memberDueAt: after(2) }), after(2));
});
