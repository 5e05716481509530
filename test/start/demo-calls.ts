import assert from 'node:assert/strict';
import type { Actor, Untyped } from '#test/support/actor.ts';

/** Asserts the calls that Nora has in the demo world, and their lines in the conversations. */
export async function seesCalls(nora: Actor): Promise<void> {
  const { callHistory } = await nora.do(`{ callHistory(first: 9) { nodes {
    id kind mode state endReason durationSeconds starter { username } viewer { invitation }
    conversation { id } } } }`);
  const [missed, held, ...others] = callHistory.nodes;
  assert.deepEqual(others, []);
  const shown = ({ id: _id, conversation: _conversation, ...call }: Untyped): unknown => call;
  const ended = { mode: 'DIRECT', state: 'ENDED' };
  assert.deepEqual([missed, held].map(shown), [
    {
      ...ended,
      kind: 'AUDIO',
      endReason: 'MISSED',
      durationSeconds: null,
      starter: { username: 'mateo.ruiz' },
      viewer: { invitation: 'MISSED' },
    },
    {
      ...ended,
      kind: 'VIDEO',
      endReason: 'COMPLETED',
      durationSeconds: 720,
      starter: { username: 'nora' },
      viewer: { invitation: null },
    },
  ]);
  for (const { id, kind, endReason, durationSeconds, starter, conversation } of callHistory.nodes) {
    const { conversationMessages } = await nora.do(
      `query ($id: ID!) { conversationMessages(conversationId: $id, first: 9) { nodes { createdAt content {
        ... on SystemContent { change by { username } call { callId kind outcome durationSeconds } } } } } }`,
      { id: conversation.id },
    );
    const logs = conversationMessages.nodes.filter(({ content }: Untyped) => content.call);
    assert.deepEqual(
      logs.map(({ content }: Untyped) => content),
      [
        {
          change: 'CALL_ENDED',
          by: starter,
          call: { callId: id, kind, outcome: endReason, durationSeconds: durationSeconds ?? 0 },
        },
      ],
    );
    const times = conversationMessages.nodes.map(({ createdAt }: Untyped) => createdAt);
    assert.deepEqual(times, times.toSorted().toReversed());
  }
  assert.equal((await nora.do('{ activeCalls { id } }')).activeCalls.length, 0);
}
