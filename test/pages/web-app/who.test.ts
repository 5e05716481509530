import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { commentOn, publish } from '#test/support/content/comments.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { processed } from '#test/support/content/uploaded-media.ts';
import { sentPoll, vote } from '#test/support/messaging/message-polls.ts';
import { react, sent } from '#test/support/messaging/message-reactions.ts';
import { say, startWith } from '#test/support/messaging/messaging.ts';
import { until } from '#test/support/processes.ts';
import { openAppAs, serveApp } from '#test/support/web-app/app-tab.ts';
import { hasFocus, takeFrom } from '#test/support/web-app/keyboard.ts';
import { assertAccessible, assertFits } from '#test/support/web-app/looks.ts';
import { testWorld } from '#test/support/world.ts';

/** Names, usernames and reactions of a list. */
const peopleIn = (list: Locator): Promise<string[]> =>
  list
    .getByRole('link')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('.name, .username, [role=img]')]
          .map(({ textContent }) => textContent)
          .join(' '),
      ),
    );

/** Compares an open list of people, and closes it. */
async function assertPeople(
  page: Page,
  { title, option, people }: { title: string; option?: readonly [string, string]; people: readonly string[] },
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  if (option) await dialog.getByLabel(option[0]).selectOption({ label: option[1] });
  if (people.length > 0) await dialog.getByRole('link').first().waitFor();
  else await dialog.locator('.quiet').waitFor();
  assert.deepEqual(await peopleIn(dialog), people);
  await assertAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

suite('people behind the numbers in the web app', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  test('a reader sees who reacted to a post and a comment, who reposted and who voted', async (t) => {
    const world = await testWorld(t);
    const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
    const postId = await publish(ada, {
      text: 'Which bed?',
      poll: { options: ['Sunny', 'Shady'], isAnonymous: false },
    });
    const commentId = await commentOn(ben, postId, { text: 'The sunny one' });
    const { post } = await ada.do('query ($id: ID!) { post(id: $id) { poll { id options { id } } } }', {
      id: postId,
    });
    const [sunny] = post.poll.options;
    for (const each of [ben, cleo]) {
      await each.do(
        'mutation ($input: ReactToPostInput!) { reactToPost(input: $input) { errors { code } } }',
        {
          input: { postId, type: each === ben ? 'LOVE' : 'HAHA' },
        },
      );
      await each.do('mutation ($input: VotePollInput!) { votePoll(input: $input) { errors { code } } }', {
        input: { pollId: post.poll.id, optionIds: [sunny.id] },
      });
    }
    await cleo.do(
      'mutation ($input: ReactToCommentInput!) { reactToComment(input: $input) { errors { code } } }',
      { input: { commentId, type: 'WOW' } },
    );
    await ben.do('mutation ($id: ID!) { repost(input: { postId: $id }) { errors { code } } }', {
      id: postId,
    });
    await world.runJobs();

    const appUrl = await serveApp(t, world);
    const { page, problems } = await openAppAs(t, browser, { appUrl, person: ada, at: `/posts/${postId}` });
    const more = page.getByRole('article').first().getByRole('button', { name: 'More', exact: true });
    await takeFrom(more, 'Who reacted');
    await assertPeople(page, { title: 'Who reacted', people: ['cleo @cleo 😂', 'ben @ben ❤️'] });
    await hasFocus(more);
    await takeFrom(more, 'Who reacted', { back: true });
    await assertPeople(page, {
      title: 'Who reacted',
      option: ['Reaction', '❤️ love'],
      people: ['ben @ben ❤️'],
    });
    await takeFrom(more, 'Who reposted', { back: true });
    await assertPeople(page, { title: 'Who reposted', people: ['ben @ben'] });
    const voters = page.getByRole('button', { name: 'Who voted' });
    await voters.click();
    await assertPeople(page, { title: 'Who voted', people: ['cleo @cleo', 'ben @ben'] });
    await voters.click();
    await assertPeople(page, { title: 'Who voted', option: ['Answer', 'Shady'], people: [] });
    await takeFrom(page.getByRole('button', { name: 'More about the comment by ben' }), 'Who reacted');
    await assertPeople(page, { title: 'Who reacted', people: ['cleo @cleo 😮'] });

    const figureOf = (name: string): Promise<string> =>
      page.locator('.figures-numbers > div').filter({ hasText: name }).locator('dd').innerText();
    await takeFrom(more, 'Statistics', { back: true });
    const statistics = page.getByRole('dialog', { name: 'Statistics' });
    await statistics.getByLabel('Days').selectOption({ label: 'The last 7 days' });
    await until(async () => (await statistics.getByRole('row').count()) === 7, 'seven days are shown');
    assert.deepEqual(
      [await figureOf('Reactions'), await figureOf('Comments'), await figureOf('Reposts')],
      ['2', '1', '1'],
    );
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await page.goto(`${appUrl}/u/ada`);
    await page.getByRole('link', { name: 'Statistics' }).click();
    await page.getByRole('heading', { name: 'Statistics of your posts', level: 1 }).waitFor();
    await page.locator('.figures-numbers').waitFor();
    assert.equal(await figureOf('Reactions'), '2');
    await assertAccessible(page);
    await assertFits(page);
    assert.deepEqual(problems, []);
  });

  test('people of a group see who reacted and voted; what was shared is by its kind, and leads back to its message', async (t) => {
    const world = await testWorld(t);
    const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
    const id = await startWith(ada, ben, cleo);
    const helloId = await sent(ada, id, 'Look at https://example.com/beds');
    await react(ben, helloId, '🎉');
    await react(cleo, helloId, '❤️');
    const poll = await sentPoll(ada, id, { isAnonymous: false });
    await vote(ben, poll, 0);
    const picture = await processed(world, ada, await smallPicture(), { altText: 'A bed' });
    await ada.do('mutation ($input: SendMessageInput!) { sendMessage(input: $input) { errors { code } } }', {
      input: { conversationId: id, mediaIds: [picture.id] },
    });
    for (let index = 0; index < 40; index += 1) await say(ben, id, `Then ${index}`);

    const appUrl = await serveApp(t, world);
    const { page, problems } = await openAppAs(t, browser, {
      appUrl,
      person: ada,
      at: `/messages/${id}/details`,
    });
    await page.getByRole('link', { name: 'Media, files and links' }).click();
    await page.getByRole('img', { name: 'A bed' }).waitFor();
    await assertAccessible(page);
    await assertFits(page);
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByText('Nothing of this kind here').waitFor();
    await page.getByRole('tab', { name: 'Links' }).click();
    await page.getByRole('link', { name: 'https://example.com/beds' }).waitFor();
    await page.getByRole('link', { name: 'Show in the conversation' }).click();
    await page.waitForURL(`${appUrl}/messages/${id}`);
    const row = page.getByRole('log').getByRole('listitem').filter({ hasText: 'Look at' });
    await row.locator('article:focus').waitFor();
    const acts = row.getByRole('button', { name: 'What to do with the message' });
    await takeFrom(acts, 'Who reacted');
    await assertPeople(page, { title: 'Who reacted', people: ['cleo @cleo ❤️', 'ben @ben 🎉'] });
    await takeFrom(acts, 'Who reacted', { back: true });
    await assertPeople(page, { title: 'Who reacted', option: ['Reaction', '🎉'], people: ['ben @ben 🎉'] });
    await page.getByRole('log').getByRole('button', { name: 'Who voted' }).click();
    await assertPeople(page, { title: 'Who voted', people: ['ben @ben'] });
    assert.deepEqual(problems, []);
  });
});
