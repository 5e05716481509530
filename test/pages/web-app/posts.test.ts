import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { publish } from '#test/support/content/hashtags.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { follow } from '#test/support/people/people.ts';
import { until } from '#test/support/processes.ts';
import { noticeFor } from '#test/support/trust/notices.ts';
import { openAppAs, openTab, serveApp } from '#test/support/web-app/app-tab.ts';
import { hasValue } from '#test/support/web-app/fields.ts';
import { tabTo } from '#test/support/web-app/keyboard.ts';
import { assertAccessible } from '#test/support/web-app/looks.ts';
import { type Person, testWorld } from '#test/support/world.ts';

const picture = async (name: string) => ({ name, mimeType: 'image/png', buffer: await smallPicture() });

const postOf = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text });

const newest = async (who: Person) => {
  const { feed } = await who.do(
    'query { feed(first: 1) { nodes { id text media { altText } poll { options { text voteCount } } } } }',
  );
  return feed.nodes[0];
};

suite('posts in the web app', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  test('a newcomer posts a picture with a poll by the keyboard alone; only the app and the API are asked', async (t) => {
    const world = await testWorld(t);
    const mia = await world.user('mia');
    const appUrl = await serveApp(t, world);
    const { page, problems, origins } = await openAppAs(t, browser, { appUrl, person: mia });
    await page.getByText('Your feed is empty').waitFor();

    const press = async (control: Locator, key = 'Enter'): Promise<void> => {
      await tabTo(control);
      await page.keyboard.press(key);
    };
    await press(page.getByRole('button', { name: 'What is on your mind?' }));
    const form = page.getByRole('form', { name: 'New post' });
    const text = form.getByRole('textbox', { name: 'What is on your mind?' });
    await text.waitFor();
    assert.equal(await text.evaluate((element) => element === document.activeElement), true);
    await page.keyboard.type('Tomatoes or beans? #garden');
    const chooser = page.waitForEvent('filechooser');
    await press(form.getByRole('button', { name: 'Add pictures or videos' }));
    await (await chooser).setFiles([await picture('bed.png')]);
    const altText = form.getByLabel('Describe it for people who cannot see it');
    await altText.waitFor();
    await press(form.getByRole('button', { name: 'Add a poll' }));
    await tabTo(altText, { back: true });
    await page.keyboard.type('A raised bed');
    await tabTo(form.getByLabel('Option 1'));
    await page.keyboard.type('Tomatoes');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Beans');
    await press(form.getByRole('button', { name: 'Post', exact: true }));

    const post = postOf(page, 'Tomatoes or beans?');
    await post.getByRole('button', { name: 'More' }).waitFor();
    assert.deepEqual(await post.getByRole('img', { name: 'A raised bed' }).count(), 1);
    assert.equal(
      await page
        .getByRole('button', { name: 'What is on your mind?' })
        .evaluate((element) => element === document.activeElement),
      true,
    );
    await press(post.getByRole('radio', { name: 'Tomatoes' }), 'ArrowDown');
    await press(post.getByRole('button', { name: 'Vote' }));
    await post.getByRole('img', { name: 'Your vote' }).waitFor();
    const { id: _id, ...stored } = await newest(mia);
    assert.deepEqual(stored, {
      text: 'Tomatoes or beans? #garden',
      media: [{ altText: 'A raised bed' }],
      poll: {
        options: [
          { text: 'Tomatoes', voteCount: 0 },
          { text: 'Beans', voteCount: 1 },
        ],
      },
    });
    assert.deepEqual([...origins].toSorted(), [appUrl, new URL(world.url).origin].toSorted());
    assert.deepEqual(problems, []);
    assert.equal(await page.evaluate(() => localStorage.getItem('plaza.compose')), null);
  });

  test('a comment with a picture is answered, edited and deleted, and stays as a place for its answer', async (t) => {
    const world = await testWorld(t);
    const [mia, ben] = [await world.user('mia'), await world.user('ben')];
    const id = await publish(mia, 'Look at my garden');
    const appUrl = await serveApp(t, world);
    const { page, problems } = await openAppAs(t, browser, { appUrl, person: ben, at: `/posts/${id}` });
    await page.getByRole('textbox', { name: 'Write a comment' }).fill('So green');
    await page.locator('.comment-form input[type=file]').setInputFiles([await picture('leaf.png')]);
    await page.getByLabel('Describe it for people who cannot see it').fill('A leaf');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    const comment = page.getByRole('article', { name: 'Comment by ben' }).first();
    await comment.getByRole('img', { name: 'A leaf' }).waitFor();
    await page.getByRole('heading', { name: '1 comment' }).waitFor();

    await comment.getByRole('button', { name: 'Reply' }).click();
    await page.getByRole('textbox', { name: 'Reply to ben' }).fill('What is it?');
    await page.keyboard.press('Control+Enter');
    await page.getByText('What is it?').waitFor();
    await comment.getByRole('button', { name: 'React, 0 reactions' }).first().click();
    await page.getByRole('button', { name: 'wow' }).click();
    await comment.getByRole('button', { name: 'React, 1 reaction' }).waitFor();

    const author = await openAppAs(t, browser, { appUrl, person: mia, at: `/posts/${id}` });
    await author.page.getByRole('button', { name: 'More about the comment by ben' }).first().click();
    await author.page.getByRole('menuitem', { name: 'Tip' }).click();
    await author.page.getByRole('dialog', { name: 'Tip for ben' }).waitFor();
    assert.deepEqual(author.problems, []);

    const menu = comment.getByRole('button', { name: 'More about the comment by ben' }).first();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Edit your comment' }).fill('So very green');
    await page.getByRole('button', { name: 'Save' }).last().click();
    await page.getByText('So very green').waitFor();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('This comment was deleted.').waitFor();
    await page.getByText('What is it?').waitFor();
    await page.reload();
    await page.getByText('This comment was deleted.').waitFor();
    assert.equal(await page.getByText('So very green').count(), 0);
    const reply = page.getByRole('article', { name: 'Comment by ben' });
    await page.goto(`${appUrl}/posts/${id}?comment=${await reply.getAttribute('data-comment')}`);
    await page.locator('.comment-linked').getByText('What is it?').waitFor();
    assert.deepEqual(problems, []);
  });

  test('an upload is stopped and sent again, and what is written survives a reload and a server that is not reached', async (t) => {
    const world = await testWorld(t);
    const mia = await world.user('mia');
    const appUrl = await serveApp(t, world);
    const { page, problems } = await openAppAs(t, browser, { appUrl, person: mia, at: '/compose' });
    const api = `${new URL(world.url).origin}/**`;
    await page.getByRole('textbox', { name: 'What is on your mind?' }).fill('Slow, but sure');
    // The upload waits, so that it can be stopped.
    let release = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (release = resolve));
    await page.route(api, async (route) => {
      if (/multipart/.test((await route.request().headerValue('content-type')) ?? '')) await waiting;
      await route.continue().catch(() => undefined);
    });
    await page.locator('input[type=file]').setInputFiles([await picture('one.png')]);
    await page.getByRole('progressbar', { name: 'Uploading file 1' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Post', exact: true }).isEnabled(), false);
    await page.getByRole('button', { name: 'Stop uploading file 1' }).click();
    await page.getByText('Not uploaded.').waitFor();
    release();
    await page.unroute(api);
    await page.getByRole('button', { name: 'Upload file 1 again' }).click();
    await page.getByLabel('Describe it for people who cannot see it').fill('First');
    await page.locator('input[type=file]').setInputFiles([await picture('two.png')]);
    await page.getByRole('button', { name: 'Move file 2 forward' }).click();
    const altTexts = page.getByLabel('Describe it for people who cannot see it');
    await altTexts.nth(1).waitFor();
    assert.deepEqual(problems, []);

    await page.reload();
    await altTexts.nth(1).waitFor();
    assert.deepEqual(
      await altTexts.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value)),
      ['', 'First'],
    );
    await page.route(api, (route) => route.abort());
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await page.getByRole('alert').first().waitFor();
    await page.unroute(api);
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await postOf(page, 'Slow, but sure').getByRole('button', { name: 'More' }).waitFor();
    assert.deepEqual((await newest(mia)).media, [{ altText: null }, { altText: 'First' }]);
    assert.deepEqual(await rowsOf(world, 'select count(*)::int from posts'), [{ count: 1 }]);
  });

  test('new posts are told and taken in where the reader asks for them, and seen posts are recorded', async (t) => {
    const world = await testWorld(t);
    const [mia, ben] = [await world.user('mia'), await world.user('ben')];
    await follow(mia, ben);
    const id = await publish(ben, 'The first');
    await world.runJobs();
    const appUrl = await serveApp(t, world);
    const { page, problems } = await openAppAs(t, browser, { appUrl, person: mia });
    await postOf(page, 'The first').waitFor();
    await publish(ben, 'The second');
    await publish(ben, 'The third');
    await world.runJobs();
    // Coming back to the tab is a reason to look.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    const told = page.getByRole('button', { name: 'Show 2 new posts' });
    await told.waitFor();
    assert.equal(await page.getByRole('article').count(), 1);
    await told.click();
    await postOf(page, 'The third').waitFor();
    assert.deepEqual(
      (await page.locator('.post .rich-text').allInnerTexts()).map((text) => text.trim()),
      ['The third', 'The second', 'The first'],
    );
    assert.equal(await told.count(), 0);
    await postOf(page, 'The first').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Why do I see this?' }).click();
    await page.getByText('You follow this person.').waitFor();
    await until(async () => {
      await world.runJobs();
      const { post } = await ben.do('query ($id: ID!) { post(id: $id) { viewCount } }', { id });
      return post.viewCount === 1;
    }, 'the post counts as seen');
    assert.deepEqual(problems, []);
  });

  test('a draft waits for its author; a text that may hurt is posted when they insist', async (t) => {
    const world = await testWorld(t);
    const mia = await world.user('mia');
    const appUrl = await serveApp(t, world);
    const { page, problems } = await openAppAs(t, browser, { appUrl, person: mia, at: '/compose' });
    const text = page.getByRole('textbox', { name: 'What is on your mind?' });
    await text.fill('Half a thought');
    await page.getByLabel('Who can see it').selectOption('Only me');
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByText('Saved among your drafts.').waitFor();
    await hasValue(text, '');
    await page.getByRole('button', { name: 'Drafts' }).click();
    await page.getByRole('button', { name: 'Half a thought', exact: false }).first().click();
    await hasValue(page.getByLabel('Who can see it'), 'ONLY_ME');
    await text.fill('You are such an idiot');
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await page.getByRole('button', { name: 'Post it anyway' }).click();
    await postOf(page, 'You are such an idiot').getByRole('button', { name: 'More' }).waitFor();
    const { myDrafts } = await mia.do('query { myDrafts { nodes { id } } }');
    assert.deepEqual(myDrafts, { nodes: [] });
    assert.deepEqual(problems, []);
  });

  test('an author edits a post, and its readers see what it was; one of them reports it', async (t) => {
    const world = await testWorld(t);
    const [mia, ben] = [await world.user('mia'), await world.user('ben')];
    const id = await publish(mia, 'Cucumbers');
    const appUrl = await serveApp(t, world);
    const own = await openAppAs(t, browser, { appUrl, person: mia, at: `/posts/${id}` });
    const menuOf = (page: Page): Locator =>
      page.getByRole('article').first().getByRole('button', { name: 'More' });
    await menuOf(own.page).click();
    await own.page.getByRole('menuitem', { name: 'Edit' }).click();
    await own.page.getByRole('dialog').getByLabel('Text').fill('Courgettes');
    await own.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await postOf(own.page, 'Courgettes').getByText('edited').waitFor();

    const { page, problems } = await openAppAs(t, browser, { appUrl, person: ben, at: `/posts/${id}` });
    await menuOf(page).click();
    await page.getByRole('menuitem', { name: 'Earlier versions' }).click();
    await page.getByRole('dialog').getByText('Cucumbers').waitFor();
    await page.keyboard.press('Escape');
    await menuOf(page).click();
    await page.getByRole('menuitem', { name: 'Report' }).click();
    await page.getByRole('radio', { name: 'Spam' }).check();
    await page.getByRole('button', { name: 'Send the report' }).click();
    await page.getByText('Thank you. Moderators look at it').waitFor();
    const { myReports } = await ben.do('query { myReports { nodes { reason subjectId } } }');
    assert.deepEqual(myReports, { nodes: [{ reason: 'SPAM', subjectId: id }] });
    assert.deepEqual([...problems, ...own.problems], []);
  });

  test('a reader and somebody without an account send notices of illegal content', async (t) => {
    const world = await testWorld(t);
    const [mia, ben] = [await world.user('mia'), await world.user('ben')];
    const id = await publish(mia, 'Copied from a book #novel');
    await world.runJobs();
    const appUrl = await serveApp(t, world);
    const numberIn = async (page: Page): Promise<string> => {
      const told = await page.getByText(/Your notice is report_/).textContent();
      return /report_\w+/.exec(told ?? '')?.[0] ?? assert.fail(`no number in ${told}`);
    };
    const send = async (page: Page): Promise<void> => {
      await page.getByRole('radio', { name: 'Somebody’s work or mark' }).check();
      await page.getByLabel('Why is it illegal?').fill('I wrote that book.');
      await page.getByLabel('Name', { exact: true }).fill('Rosa Blum');
      await page.getByLabel('E-mail address').fill('rosa@example.com');
      await page.getByRole('checkbox', { name: 'I believe that all of this is true' }).check();
      await page.getByRole('button', { name: 'Send the notice' }).click();
    };
    const signedIn = await openAppAs(t, browser, { appUrl, person: ben, at: `/posts/${id}` });
    await signedIn.page.getByRole('article').first().getByRole('button', { name: 'More' }).click();
    await signedIn.page.getByRole('menuitem', { name: 'Report' }).click();
    await signedIn.page.getByRole('link', { name: 'Is it against the law?' }).click();
    await send(signedIn.page);
    const ofReader = await numberIn(signedIn.page);

    const { page, problems } = await openTab(t, browser, appUrl);
    await page.goto(`${appUrl}/sign-in`);
    await page.getByRole('link', { name: 'Report illegal content' }).click();
    await page.getByLabel('Address of the content').fill('https://example.com/');
    await assertAccessible(page);
    await send(page);
    await page.getByText('Give the address of a post, a comment, a profile').waitFor();
    await page.getByLabel('Address of the content').fill(`${appUrl}/u/mia`);
    await page.getByRole('button', { name: 'Send the notice' }).click();
    const ofStranger = await numberIn(page);
    await page.goto(`${appUrl}/notice`);
    await page.getByLabel('Address of the content').fill(`${appUrl}/tags/NOVEL`);
    await send(page);
    const ofHashtag = await numberIn(page);
    await world.runJobs();
    const admin = await world.admin();
    for (const number of [ofReader, ofStranger, ofHashtag]) {
      const { isIllegalNotice, reason, noticeContact } = await noticeFor(admin, number);
      assert.deepEqual(
        { isIllegalNotice, reason, noticeContact },
        {
          isIllegalNotice: true,
          reason: 'INTELLECTUAL_PROPERTY',
          noticeContact: { name: 'Rosa Blum', email: 'rosa@example.com' },
        },
      );
    }
    assert.deepEqual([problems, signedIn.problems], [[], []]);
  });

  test('writing and reading posts has a name for each control and readable text, in both colour schemes', async (t) => {
    const world = await testWorld(t);
    const mia = await world.user('mia');
    const id = await publish(mia, 'Plums', { poll: { options: ['Blue', 'Yellow'] } });
    const appUrl = await serveApp(t, world);
    const { page, problems } = await openAppAs(t, browser, { appUrl, person: mia });
    await postOf(page, 'Plums').waitFor();
    await assertAccessible(page);
    await page.goto(`${appUrl}/posts/${id}`);
    await page.getByRole('textbox', { name: 'Write a comment' }).fill('Ripe');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('article', { name: 'Comment by mia' }).waitFor();
    await assertAccessible(page);
    await page.goto(`${appUrl}/compose?quote=${id}`);
    await page.getByText('Plums').waitFor();
    await page.getByRole('button', { name: 'Add a poll' }).click();
    await page.locator('input[type=file]').setInputFiles([await picture('plum.png')]);
    await page.getByLabel('Describe it for people who cannot see it').waitFor();
    await assertAccessible(page);
    assert.deepEqual(problems, []);
  });
});
