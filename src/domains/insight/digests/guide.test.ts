import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import {
  advanceTo,
  digestsTo,
  sendDigests,
  tokensIn,
  wantDigest,
} from '#test/support/notifications/digests.ts';
import { follow } from '#test/support/people/people.ts';
import { testWorld } from '#test/support/world.ts';

test('the documents of the guide for notifications by mail work', async (t) => {
  const world = await testWorld(t, { env: { WEB_APP_URL: 'https://app.example.com' } });
  const text = await readFile('docs/guides/notifications.md', 'utf8');
  const documents = new Map(
    [...text.matchAll(/^```graphql\n(\w+ (\w+).*?)^```$/gms)].map(([, document = '', name = '']) => [
      name,
      document,
    ]),
  );
  const document = (name: string): string =>
    documents.get(name) ?? assert.fail(`${name} is not in the guide`);
  advanceTo(world, 6);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await wantDigest(world, ada, { digest: 'WEEKLY' });
  await ada.do(document('WantDigest'), { timeZone: 'Europe/London' });
  await follow(ben, ada);
  advanceTo(world, 9);
  await sendDigests(world);
  const [mail] = await digestsTo(world, ada);
  const token = mail ? tokensIn(mail).at(-1) : '';
  const { unsubscribeFromMail } = await world.anonymous().do(document('UnsubscribeFromMail'), { token });
  assert.deepEqual(unsubscribeFromMail, { type: null, errors: [] });
});
