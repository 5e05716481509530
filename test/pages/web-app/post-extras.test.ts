import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { publish } from '#test/support/content/hashtags.ts';
import { buyer } from '#test/support/money/refunds.ts';
import { settle } from '#test/support/money/tips.ts';
import { openAppAs, serveApp } from '#test/support/web-app/app-tab.ts';
import { hasValue } from '#test/support/web-app/fields.ts';
import { hasFocus, pressAt, tabTo, takeFrom } from '#test/support/web-app/keyboard.ts';
import { assertAccessible } from '#test/support/web-app/money-tab.ts';
import { type Person, testWorld } from '#test/support/world.ts';

/** Shows all posts of a screen at once. */
const TALL = { viewport: { width: 800, height: 1_400 } };

/** Username of the option that the keys would take. */
const active = async (box: Locator): Promise<string> => {
  const id = (await box.getAttribute('aria-activedescendant')) ?? '';
  return (await box.page().locator(`[id="${id}"] .username`).textContent()) ?? '';
};

const newest = async (author: Person) => {
  const { user } = await author.do(
    `query ($username: String!) { user(username: $username) { posts(first: 1) { nodes {
      id text location { name latitude longitude } entities { __typename } } } } }`,
    { username: author.username },
  );
  return user.posts.nodes[0];
};

/** Stays at the posts of a screen until they have been reported as seen. */
async function reportedAt(page: Page, url: string): Promise<unknown> {
  const sent = page.waitForRequest((request) => (request.postData() ?? '').includes('RecordPostViews'));
  await page.goto(url);
  return (await sent).postDataJSON().variables.input.events;
}

suite('more about posts in the web app', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  test('names are completed by the keyboard in posts and comments; a comment gets a tip; posts count as seen where they were', async (t) => {
    const world = await testWorld(t);
    const { person: mia } = await buyer(world, 'mia');
    const [ben, bennet] = [await world.user('ben'), await world.user('bennet')];
    const id = await publish(ben, 'Beans #gardening');
    const quote = await publish(ben, 'See #gardening', { quotedPostId: id });
    const { addComment } = await bennet.do(
      'mutation ($id: ID!) { addComment(input: { postId: $id, text: "Ripe" }) { comment { id } } }',
      { id },
    );
    await world.runJobs();
    const appUrl = await serveApp(t, world);
    const { page, problems } = await openAppAs(t, browser, { appUrl, person: mia, at: '/compose', ...TALL });
    const text = page.getByRole('textbox', { name: 'What is on your mind?' });
    await text.fill('Thanks ');
    await page.keyboard.type('@be');
    const box = page.getByRole('combobox', { name: 'What is on your mind?' });
    await box.waitFor();
    assert.deepEqual(await page.getByRole('option').locator('.username').allTextContents(), [
      '@ben',
      '@bennet',
    ]);
    assert.equal(await active(box), '@ben');
    await page.keyboard.press('ArrowDown');
    assert.equal(await active(box), '@bennet');
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    await hasValue(text, 'Thanks @bennet ');
    await page.keyboard.type('and @be');
    await box.waitFor();
    await page.keyboard.press('Escape');
    await text.waitFor();
    await page.keyboard.type('a #garde');
    await box.waitFor();
    await page.getByRole('option', { name: 'gardening 2 posts' }).click();
    await hasValue(text, 'Thanks @bennet and @bea #gardening ');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('article').getByRole('button', { name: 'More' }).first().waitFor();
    const { text: stored, entities } = await newest(mia);
    assert.equal(stored, 'Thanks @bennet and @bea #gardening');
    assert.deepEqual(entities, [{ __typename: 'MentionEntity' }, { __typename: 'HashtagEntity' }]);

    const more = page.getByRole('article').getByRole('button', { name: 'More' }).first();
    await takeFrom(more, 'Edit');
    const edit = page.getByRole('dialog', { name: 'Edit this post' });
    const edited = edit.getByRole('textbox', { name: 'Text' });
    await tabTo(edited);
    await page.keyboard.press('Control+End');
    await page.keyboard.type(', @be');
    await edit.getByRole('combobox', { name: 'Text' }).waitFor();
    await page.keyboard.press('Escape');
    await edited.waitFor();
    await page.keyboard.type('t and @benn');
    await edit.getByRole('option', { name: 'bennet' }).waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    await hasValue(edited, `${stored}, @bet and @bennet `);
    await pressAt(edit.getByRole('button', { name: 'Save' }));
    await hasFocus(more);
    assert.equal((await newest(mia)).text, `${stored}, @bet and @bennet`);

    await page.goto(`${appUrl}/posts/${id}`);
    await page.getByRole('textbox', { name: 'Write a comment' }).click();
    await page.keyboard.type('#GAR');
    await page.getByRole('option').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+Enter');
    await page
      .getByRole('article', { name: 'Comment by mia' })
      .getByRole('link', { name: '#gardening' })
      .waitFor();
    await page.getByRole('button', { name: 'More about the comment by mia' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
    assert.equal(await page.getByRole('menuitem', { name: 'Tip' }).count(), 0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More about the comment by bennet' }).click();
    await page.getByRole('menuitem', { name: 'Tip' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Give' }).click();
    await page.getByText('You gave bennet 50 coins.').waitFor();
    await settle(world);
    const { tips } = await bennet.do(
      'query ($id: ID!) { tips(target: { commentId: $id }) { nodes { amountCoins sender { username } } } }',
      { id: addComment.comment.id },
    );
    assert.deepEqual(tips.nodes, [{ amountCoins: 50, sender: { username: 'mia' } }]);

    const seen = async (path: string) => reportedAt(page, `${appUrl}${path}`);
    const by = (source: string, ...postIds: string[]) => postIds.map((postId) => ({ postId, source }));
    assert.deepEqual(await seen('/u/ben'), by('PROFILE', quote, id));
    assert.deepEqual(await seen('/tags/gardening'), by('HASHTAG', quote, id));
    assert.deepEqual(await seen('/search?q=beans&tab=posts'), by('SEARCH', id));
    assert.deepEqual(await seen(`/posts/${id}/quotes`), by('FEED', quote));
    assert.deepEqual(problems, []);
  });

  test('an author names the place of a post and takes it away; a reader changes what a muted word hides', async (t) => {
    const world = await testWorld(t);
    const mia = await world.user('mia');
    await mia.do(
      'mutation ($input: AddMutedWordInput!) { addMutedWord(input: $input) { errors { code } } }',
      { input: { phrase: 'football', targets: ['TEXT'] } },
    );
    const appUrl = await serveApp(t, world);
    const { page, problems } = await openAppAs(t, browser, {
      appUrl,
      person: mia,
      at: '/compose',
      geolocation: { latitude: 52.520008, longitude: 13.404954 },
      permissions: ['geolocation'],
    });
    await page.getByRole('textbox', { name: 'What is on your mind?' }).fill('Coffee');
    const add = page.getByRole('button', { name: 'Add where you are' });
    await add.click();
    const name = page.getByLabel('Name of the place');
    await name.waitFor();
    assert.equal(await name.evaluate((element) => element === document.activeElement), true);
    await page.getByText('Give the place a name, or remove it.').waitFor();
    const post = page.getByRole('button', { name: 'Post', exact: true });
    assert.equal(await post.isEnabled(), false);
    await page.getByRole('button', { name: 'Remove the place' }).click();
    assert.equal(await post.isEnabled(), true);
    await add.click();
    await name.fill('The corner café');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByText('Saved among your drafts.').waitFor();
    await page.getByRole('button', { name: 'Drafts' }).click();
    await page.getByRole('button', { name: 'Coffee', exact: false }).first().click();
    await hasValue(name, 'The corner café');
    await post.click();
    const shown = page.getByRole('article').filter({ hasText: 'Coffee' });
    await shown.getByRole('button', { name: 'More' }).waitFor();
    await shown.getByText('The corner café').waitFor();
    const { id, location } = await newest(mia);
    assert.deepEqual(location, { name: 'The corner café', latitude: 52.52, longitude: 13.405 });
    await page.goto(`${appUrl}/posts/${id}`);
    await page.getByRole('article').first().getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('switch', { name: 'Remove the place' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.locator('.post-place').waitFor({ state: 'detached' });
    assert.equal((await newest(mia)).location, null);

    await page.goto(`${appUrl}/settings/words`);
    await page.getByRole('button', { name: 'Change “football”' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change “football”' });
    await dialog.getByRole('switch', { name: 'As a hashtag' }).check();
    await dialog.getByRole('switch', { name: 'In the text' }).uncheck();
    await dialog.getByRole('switch', { name: 'Except from people I follow' }).check();
    await dialog.getByLabel('For how long').selectOption('One week');
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^As a hashtag · Except from people I follow · until /).waitFor();
    const { myMutedWords } = await mia.do(
      '{ myMutedWords { nodes { targets excludesFollowing expiresAt } } }',
    );
    const [{ expiresAt, ...changed }] = myMutedWords.nodes;
    assert.deepEqual(changed, { targets: ['HASHTAGS'], excludesFollowing: true });
    await page.getByRole('button', { name: 'Change “football”' }).click();
    await dialog.getByRole('switch', { name: 'Except from people I follow' }).uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^As a hashtag · until /).waitFor();
    const after = await mia.do('{ myMutedWords { nodes { expiresAt } } }');
    assert.deepEqual(after.myMutedWords.nodes, [{ expiresAt }]);
    assert.deepEqual(problems, []);
  });
});
