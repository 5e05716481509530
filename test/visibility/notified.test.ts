import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { notificationChanged } from '#domains/insight/notifications/notifications.events.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { call, start } from '#test/support/messaging/calls.ts';
import { advanceTo, digestsTo, sendDigests, wantDigest } from '#test/support/notifications/digests.ts';
import { act, ACTS, FATES, leftOf, scene, type Scene, wantAll } from '#test/support/notifications/fates.ts';
import { counted, notificationsOf } from '#test/support/notifications/notifications.ts';
import { runPushes, withPhone } from '#test/support/push/pushed.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import type { Person, World } from '#test/support/world.ts';

const EVENTS = `subscription ($after: String) { notificationAdded(after: $after) { kind notification { type } } }`;
/** A type that is told by nobody, and by a mail of its own. */
const END = 'PASSWORD_CHANGED';

/** Types of the events after a place, up to a notification that is told after all. */
async function eventsAfter({ world, ada }: Scene, after: string): Promise<string[]> {
  const { services } = world.app;
  const id = services.ids.next();
  const recipientId = uuidOf(ada.id);
  const at = services.clock.now();
  await services.transaction(async (tx) => {
    await tx
      .insertInto('notifications')
      .values({
        id,
        recipient_id: recipientId,
        type: END,
        group_key: 'end',
        is_grouped: false,
        has_actor: false,
        is_listed: true,
        created_at: at,
        latest_at: at,
      })
      .execute();
    const counts = { actorCount: 0, formerHighestActorCount: 0, highestActorCount: 1 };
    const told = { notificationId: id, recipientId, type: END, kind: 'NEW', groupKey: 'end' } as const;
    tx.emit(notificationChanged, { ...told, ...counts }, { userIds: [recipientId] });
  });
  await world.runJobs();
  const events = await ada.subscribe(EVENTS, { after });
  const types: string[] = [];
  for (;;) {
    const { notification } = (await events.next()).data.notificationAdded;
    if (notification?.type === END) break;
    if (notification) types.push(notification.type);
  }
  events.close();
  return types.toSorted();
}

const typesOf = async (actor: Actor): Promise<string[]> =>
  (await notificationsOf(actor)).map(({ type }: Untyped) => type).toSorted();

/** Types of what the phone of a person has shown. */
async function typesShown(world: World, { username }: Person): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select data->>'type' as type from recorded_pushes
    where token_end = right(${`phone of ${username}`}, length(token_end)) and title is not null`.execute(
    world.app.services.db,
  );
  return rows.map(({ type }) => type).toSorted();
}

/** Lines of the digests to a person, up to the reason why they come. */
const mailedTo = async (world: World, person: Person): Promise<string[]> =>
  (await digestsTo(world, person)).flatMap(({ text }) => {
    const lines = text.split('\n\n');
    return lines.slice(
      0,
      lines.findIndex((line) => line.startsWith('You get this mail')),
    );
  });

for (const [fate, { hidden, isListAlone, comes }] of Object.entries(FATES)) {
  test(`of what he did the list, the count, the events, her devices and the digest tell only what she sees when ${fate}`, async (t) => {
    const here = await scene(t);
    const { world, ada, ben, groupId } = here;
    await wantDigest(world, ada);
    await wantAll(ada);
    await runPushes(world);
    await withPhone(ada);
    // Pushes wait for the end of their window, which does not come by itself.
    world.clock.freeze();
    const { eventCursor } = (await ada.ask('{ eventCursor }')).data;
    const made = await act(here);
    await world.runJobs();
    assert.deepEqual(await typesOf(ada), ACTS);
    assert.deepEqual(await typesShown(world, ada), []);
    const callId = await start(ben, groupId);
    await comes(here, made);
    const left = leftOf(ACTS, hidden);
    assert.deepEqual(await typesOf(ada), left);
    assert.deepEqual(await counted(ada), { unread: left.length, unseen: left.length });
    const titles = (await notificationsOf(ada)).map(({ title }: Untyped) => title);
    assert.deepEqual([...new Set(await eventsAfter(here, eventCursor))], [...new Set(left)]);
    await runPushes(world);
    const pushed = leftOf([...ACTS, 'CALL_INCOMING'], isListAlone ? null : hidden);
    assert.deepEqual(
      (await typesShown(world, ada)).filter((type) => type !== END),
      pushed,
    );
    // Where it still rings, it would be missed by the time of the digest.
    await call(ada, 'declineCall', { callId, reason: 'DECLINED' });
    advanceTo(world, 8);
    await sendDigests(world);
    assert.deepEqual((await mailedTo(world, ada)).toSorted(), isListAlone ? [] : titles.toSorted());
  });
}
