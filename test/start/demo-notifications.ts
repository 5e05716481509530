import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { recordedPushes } from '#domains/insight/push/recorded-pushes.service.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { ANNOUNCEMENT, DEVICES, LIKED_POST, QUIET_HOURS } from '../../db/demo/notices.ts';
import { PEOPLE } from '../../db/demo/people.ts';

/** Asserts what the first person of the demo world is told of, and how. */
export async function seesNotifications(
  t: TestContext,
  { nora, services }: { nora: Actor; services: Services },
): Promise<void> {
  const { myNotifications } = await nora.do(
    '{ myNotifications(first: 100) { nodes { type title body actorCount isRead latestAt } } }',
  );
  const ofType = (type: string): Untyped[] =>
    myNotifications.nodes.filter((each: Untyped) => each.type === type);
  const shown = (type: string): unknown[] =>
    ofType(type).map(({ title, body, isRead }) => [title, body, isRead]);

  await t.test('a group of fourteen reactions that she has not read', () => {
    const groups = ofType('POST_REACTION').filter(({ body }) => body === LIKED_POST.text);
    const last = PEOPLE.find(({ username }) => username === LIKED_POST.reactors.at(-1));
    assert.deepEqual(
      groups.map(({ title, actorCount, isRead }) => [title, actorCount, isRead]),
      [[`${last?.displayName} and 13 others reacted to your post`, 14, false]],
    );
  });

  await t.test('a mention, requests, tips, the end of a report and an announcement', () => {
    assert.deepEqual(shown('POST_MENTION'), [
      [
        'Mateo Ruiz mentioned you in a post',
        '@nora and @hana, you are both on the list for Thursday. Front row, next to the radiator.',
        false,
      ],
    ]);
    assert.deepEqual(
      ofType('FOLLOW_REQUEST')
        .map(({ title }) => title)
        .toSorted(),
      ['Amara Obi wants to follow you', 'Carmen Vidal wants to follow you', 'Leo Martel wants to follow you'],
    );
    assert.deepEqual(shown('TIP_RECEIVED'), [['You received 3 tips: 70 coins', null, false]]);
    assert.deepEqual(shown('REPORT_CLOSED'), [['Your report has been dealt with', null, false]]);
    assert.deepEqual(shown('ANNOUNCEMENT'), [[ANNOUNCEMENT.title, ANNOUNCEMENT.text, false]]);
  });

  await t.test('older ones are read, so that the counts are of today', async () => {
    const { myUnreadNotificationCount } = await nora.do(
      '{ myUnreadNotificationCount { unread { count isCapped } unseen { count isCapped } } }',
    );
    const unread = myNotifications.nodes.filter(({ isRead }: Untyped) => !isRead);
    const count = { count: unread.length, isCapped: false };
    assert.deepEqual(myUnreadNotificationCount, { unread: count, unseen: count });
    assert.ok(unread.length < myNotifications.nodes.length / 2, `${unread.length} are unread`);
  });

  await t.test('quiet nights, and two devices whose pushes the page shows', async () => {
    const { myNotificationSettings, myPushDevices } = await nora.do(`{
      myNotificationSettings { timeZone quietHours { weekday startMinute endMinute } }
      myPushDevices(first: 9) { nodes { platform appId locale } } }`);
    assert.deepEqual(myNotificationSettings, { timeZone: 'Europe/Copenhagen', quietHours: QUIET_HOURS });
    // Registered in one moment, in any order.
    assert.deepEqual(
      new Set(myPushDevices.nodes),
      new Set(DEVICES.map(({ platform, appId, locale }) => ({ platform, appId, locale }))),
    );
    const page = await recordedPushes(services);
    for (const [provider, end] of [
      ['FCM', DEVICES[0].token.slice(-6)],
      ['APNS', DEVICES[1].token.slice(-6)],
    ] as const) {
      const article = new RegExp(
        `<h2>Test</h2>\\s<p class="small">By ${provider} to com.example.plaza, ….*${end}`,
      );
      assert.match(page, article);
    }
  });
}
