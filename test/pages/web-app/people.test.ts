import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { Actor } from '#test/support/actor.ts';
import { openBrowser, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { follow, setPrivacy } from '#test/support/people/people.ts';
import { recordedMails } from '#test/support/people/recorded-mails.ts';
import { publish } from '#test/support/people/searching.ts';
import { decideOnly } from '#test/support/trust/decisions.ts';
import { publishText, report } from '#test/support/trust/reports.ts';
import { openAppAs, openTab, serveApp } from '#test/support/web-app/app-tab.ts';
import { hasFocus, pressAt } from '#test/support/web-app/keyboard.ts';
import { assertAccessible, assertFits } from '#test/support/web-app/looks.ts';
import { testWorld, type World } from '#test/support/world.ts';

const BUILD_TIMEOUT_MS = 120_000;
const PASSWORD = 'correct horse battery';

/** The code in the newest mail to an address. */
async function mailedCode(world: World, email: string): Promise<string> {
  await world.runJobs();
  const text = (await recordedMails(world, email)).at(-1)?.text ?? '';
  return /The code is (\S+)\. /.exec(text)?.[1] ?? assert.fail(`no code in ${text}`);
}

/** Registers with the code of the mail, by the API. */
async function confirmed(world: World, username: string): Promise<Actor> {
  const actor = world.anonymous();
  const email = `${username}@example.com`;
  const input = { email, username, displayName: username, password: PASSWORD };
  const { register } = await actor.do(
    'mutation ($input: RegisterInput!) { register(input: $input) { registrationToken } }',
    { input },
  );
  const { confirmRegistration } = await actor.do(
    'mutation ($input: ConfirmRegistrationInput!) { confirmRegistration(input: $input) { accessToken } }',
    { input: { registrationToken: register.registrationToken, code: await mailedCode(world, email) } },
  );
  actor.token = confirmRegistration.accessToken;
  return actor;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

suite('people, search, saved posts and settings of the web app', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  test('a newcomer registers with the code from the mail, follows somebody found by search, and saves a post found by its hashtag', async (t) => {
    const world = await testWorld(t, { env: { REGISTRATION: 'confirmed' } });
    const nora = await confirmed(world, 'nora');
    await publish(nora, 'Fresh from the oven. #bread');
    await world.runJobs();
    const appUrl = await serveApp(t, world);
    const { page, problems, origins } = await openTab(t, browser, appUrl);

    await page.goto(`${appUrl}/register`, { timeout: BUILD_TIMEOUT_MS });
    await page.getByLabel('Name', { exact: true }).fill('Ines Duarte');
    await page.getByLabel('Username').fill('nora');
    await page.getByText('Somebody has this name already.').waitFor();
    await page.getByRole('group', { name: 'These are free:' }).getByRole('button').first().click();
    await page.getByText(/^nora\S+ is free\.$/).waitFor();
    await assertAccessible(page);
    await page.getByLabel('Username').fill('ines');
    await page.getByText('ines is free.').waitFor();
    await page.getByLabel('E-mail address').fill('ines@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('We have sent a code to ines@example.com.').waitFor();
    await page.getByLabel('Code from the mail').fill(await mailedCode(world, 'ines@example.com'));
    await page.keyboard.press('Enter');

    await link(page, 'Explore').click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('nora');
    await button(page, 'Follow nora').click();
    await button(page, 'Following nora. Unfollow').waitFor();
    assert.equal(await page.evaluate(() => location.pathname + location.search), '/search?q=nora');
    await assertAccessible(page);

    await page.getByRole('searchbox', { name: 'Search' }).fill('#bread');
    await link(page, 'Hashtags').click();
    const isSeen = page.waitForRequest(
      (request) => request.postData()?.includes('"source":"HASHTAG"') ?? false,
    );
    await link(page, 'bread 1 post').click();
    await page.getByRole('heading', { name: '#bread' }).waitFor();
    await button(page, 'Follow #bread').click();
    await button(page, 'Following #bread. Unfollow').waitFor();
    await isSeen;
    await button(page, 'Save').click();
    await button(page, 'Remove from saved').waitFor();
    await assertAccessible(page);

    await link(page, 'Explore').click();
    await link(page, 'Hashtags you follow').click();
    await button(page, 'Following #bread. Unfollow').click();
    await button(page, 'Follow #bread').click();
    await button(page, 'Following #bread. Unfollow').waitFor();

    await link(page, 'Saved').click();
    await button(page, 'Add to a collection').click();
    await page.getByText('You have no collections yet.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'New collection' }).click();
    await page.getByLabel('Name of the collection').fill('Baking');
    await page.keyboard.press('Enter');
    await page.getByRole('switch', { name: 'Baking', checked: true }).waitFor();
    await button(page, 'Close').click();
    await button(page, 'In Baking').waitFor();
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Baking 1 post' }).click();
    await page.getByRole('heading', { name: 'Baking' }).waitFor();
    await page.getByRole('article', { name: 'nora' }).getByText('Fresh from the oven.').waitFor();

    await button(page, 'Actions for this collection').click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('Name of the collection').fill('Bread alone');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Bread alone' }).waitFor();
    await button(page, 'Actions for this collection').click();
    await page.getByRole('menuitem', { name: 'Delete collection' }).click();
    await button(page, 'Delete').click();
    await button(page, 'Add to a collection').waitFor();

    assert.deepEqual([...origins].toSorted(), [appUrl, new URL(world.url).origin].toSorted());
    assert.deepEqual(problems, []);
  });

  test('a wide screen shows people and hashtags beside a list, and leaves them where they stand already', async (t) => {
    const world = await testWorld(t);
    const [ada, bert, cleo] = [await world.user('ada'), await world.user('bert'), await world.user('cleo')];
    await follow(ada, bert);
    await follow(bert, cleo);
    await world.runJobs();
    const appUrl = await serveApp(t, world);
    const viewport = { width: 1_440, height: 900 };
    const { page, problems } = await openAppAs(t, browser, { appUrl, person: ada, viewport });
    const aside = page.getByRole('complementary', { name: 'More to find' });
    await aside.getByText('Followed by 1 person you follow').waitFor();
    await assertAccessible(page);
    await assertFits(page);
    await button(page, 'Follow cleo').click();
    await button(page, 'Following cleo. Unfollow').waitFor();
    await link(page, 'Explore').click();
    await page.getByRole('heading', { name: 'Explore' }).waitFor();
    await aside.waitFor({ state: 'detached' });
    await link(page, 'Home').click();
    await aside.getByRole('searchbox').fill('bert');
    await page.waitForURL(`${appUrl}/search?q=bert`);
    assert.deepEqual(problems, []);
  });

  test('a private account accepts a request, and its follower sees what it posts', async (t) => {
    const world = await testWorld(t);
    const [ada, bert] = [await world.user('ada'), await world.user('bert')];
    await setPrivacy(ada, { isPrivate: true });
    await publish(ada, 'Among friends.');
    for (const name of ['cleo', 'dora']) await follow(await world.user(name), ada);
    const appUrl = await serveApp(t, world);
    const [ofAda, ofBert] = [
      await openAppAs(t, browser, { appUrl, person: ada, at: '/requests' }),
      await openAppAs(t, browser, { appUrl, person: bert, at: '/u/ada' }),
    ];
    await button(ofAda.page, 'Decline cleo').waitFor();

    await ofBert.page.getByText('This account is private', { exact: true }).waitFor();
    await button(ofBert.page, 'Ask to follow ada').click();
    await button(ofBert.page, 'Requested ada. Cancel the request').waitFor();
    await assertAccessible(ofBert.page);

    await ofAda.page.reload();
    await button(ofAda.page, 'Accept bert').click();
    await ofAda.page.getByRole('status').getByText('bert follows you now.').waitFor();
    // The keyboard goes on where the answered one stood, and from the last one to what is left.
    await pressAt(button(ofAda.page, 'Decline dora'));
    await hasFocus(ofAda.page.getByRole('link', { name: /@cleo/ }));
    await pressAt(button(ofAda.page, 'Decline cleo'));
    await ofAda.page.getByText('People who ask to follow you stand here.').waitFor();
    await hasFocus(button(ofAda.page, 'Back'));

    await ofBert.page.reload();
    await ofBert.page.getByText('Among friends.').waitFor();
    await button(ofBert.page, 'Following ada. Unfollow').click();
    await button(ofBert.page, 'Unfollow').click();
    await ofBert.page.getByText('This account is private', { exact: true }).waitFor();
    assert.deepEqual([...ofAda.problems, ...ofBert.problems], []);
  });

  test('somebody is blocked on the profile and unblocked where it says so, and a muted person stays a followed one', async (t) => {
    const world = await testWorld(t);
    const [cleo, dora] = [await world.user('cleo'), await world.user('dora')];
    await publish(dora, 'Loud again.');
    const appUrl = await serveApp(t, world);
    const { page, problems } = await openAppAs(t, browser, { appUrl, person: cleo, at: '/u/dora' });
    await button(page, 'Follow dora').click();
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Mute' }).click();
    await page.getByRole('switch', { name: 'Comments' }).uncheck();
    await page.getByLabel('For how long').selectOption('One week');
    await page.getByRole('dialog').getByRole('button', { name: 'Mute', exact: true }).click();
    await page.getByText('You have muted this person.').waitFor();
    await button(page, 'Following dora. Unfollow').waitFor();

    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Block' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
    await page.getByText('You have blocked dora').waitFor();
    assert.equal(await page.getByText('Loud again.').count(), 0);
    await assertAccessible(page);
    await page.goto(`${appUrl}/settings/blocked`);
    await button(page, 'Unblock: dora').waitFor();
    await assertAccessible(page);
    await page.goto(`${appUrl}/u/dora`);
    await button(page, 'Unblock').click();
    await page.getByText('Loud again.').waitFor();
    await button(page, 'Follow dora').waitFor();
    assert.deepEqual(problems, []);
  });

  test('a new password ends the other session, and the choice of language and darkness outlives a reload', async (t) => {
    const world = await testWorld(t);
    const emil = await world.user('emil');
    const appUrl = await serveApp(t, world);
    const at = '/settings/account';
    const { page, problems } = await openAppAs(t, browser, { appUrl, person: emil, at });
    await page.getByLabel('Present password').fill('not the password');
    await page.getByLabel('New password').fill('battery staple horse');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Present password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('Your password is changed. 1 other session has ended.').waitFor();
    await assertAccessible(page);
    const { errors } = await emil.ask('{ me { id } }');
    assert.equal(errors?.[0]?.extensions?.['code'], 'UNAUTHENTICATED');

    await page.goto(`${appUrl}/sessions`);
    await page.getByText('This device').waitFor();
    await assertAccessible(page);
    await page.goto(`${appUrl}/settings/appearance`);
    await page.getByLabel('Dark').check();
    await page.getByLabel('Deutsch').check();
    await page.getByRole('heading', { name: 'Aussehen und Sprache' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Aussehen und Sprache' }).waitFor();
    const looks = await page.evaluate(() => [
      document.documentElement.dataset['theme'],
      document.documentElement.lang,
      getComputedStyle(document.documentElement).backgroundColor,
    ]);
    assert.deepEqual(looks, ['dark', 'de', 'rgb(23, 20, 18)']);
    await page.goto(`${appUrl}/settings`);
    await button(page, 'Abmelden').click();
    await page.getByRole('heading', { name: 'Schön, dass du da bist' }).waitFor();
    assert.deepEqual(problems, []);
  });

  test('mails lead to the confirmation of an address and to another one, and their codes leave the address bar', async (t) => {
    const world = await testWorld(t, { env: { WEB_APP_URL: 'https://app.example.com' } });
    const fay = await world.user('fay');
    const appUrl = await serveApp(t, world);
    const { page, problems } = await openAppAs(t, browser, { appUrl, person: fay, at: '/settings/account' });
    await button(page, 'Send a code to confirm it').click();
    await page.getByText('We have sent a code to fay@example.com. Open the link in the mail.').waitFor();
    await world.runJobs();
    const texts = (await recordedMails(world, 'fay@example.com')).map((mail) => mail.text).join('\n');
    const [, path = ''] = /https:\/\/app\.example\.com(\/verify-email\S+)/.exec(texts) ?? [];
    await page.goto(`${appUrl}${path}`);
    await button(page, 'Confirm').waitFor();
    assert.equal(page.url(), `${appUrl}/verify-email`);
    await assertAccessible(page);
    await button(page, 'Confirm').click();
    await page.getByText('fay@example.com is confirmed.').waitFor();

    await page.goto(`${appUrl}/settings/account`);
    await page.getByLabel('New e-mail address').fill('fay@new.example');
    await page.locator('input[name=password]').fill(fay.password);
    await button(page, 'Change the address').click();
    await page.getByText('We have sent a code to fay@new.example.').waitFor();
    await world.runJobs();
    const [change] = await recordedMails(world, 'fay@new.example');
    const [, changePath = ''] =
      /https:\/\/app\.example\.com(\/change-email\S+)/.exec(change?.text ?? '') ?? [];
    await page.goto(`${appUrl}${changePath}`);
    await button(page, 'Confirm').click();
    await page.getByText('The address of your account is fay@new.example.').waitFor();
    assert.equal((await fay.do('{ me { email } }')).me.email, 'fay@new.example');
    assert.deepEqual(problems, []);
  });

  test('a warned person reads why, acknowledges it and appeals; on a phone nothing is wider than the screen', async (t) => {
    const world = await testWorld(t);
    const [gus, hana] = [await world.user('gus'), await world.user('hana')];
    const postId = await publishText(gus, 'A shop of followers.');
    await report(hana, { postId });
    await world.runJobs();
    await decideOnly(await world.admin(), { actions: ['WARN'] });
    await world.runJobs();
    const appUrl = await serveApp(t, world);
    const viewport = { width: 360, height: 740 };
    const { page, problems } = await openAppAs(t, browser, { appUrl, person: gus, at: '/u/gus', viewport });
    await link(page, 'Settings').click();
    await page.getByRole('link', { name: 'Decisions about you' }).click();
    await page.getByText('Rule: Spam and fraud').waitFor();
    await button(page, 'I have read it').click();
    await page.getByText(/^Read on /).waitFor();
    await button(page, 'Appeal').click();
    await page.getByLabel('Why the decision is wrong').fill('It was a joke.');
    await button(page, 'Send the appeal').click();
    await page.getByText('Your appeal waits for an answer').waitFor();
    await assertAccessible(page);

    const screens = ['', '/account', '/privacy', '/sessions', '/muted', '/words', '/appearance', '/data'];
    const paths = [
      '/u/gus',
      '/u/gus/followers',
      '/explore',
      '/saved',
      ...screens.map((name) => `/settings${name}`),
    ];
    for (const path of paths) {
      await page.goto(`${appUrl}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await assertFits(page);
      await assertAccessible(page);
    }

    const ofHana = await openAppAs(t, browser, { appUrl, person: hana, at: '/settings/reports' });
    await ofHana.page.getByText('The moderators have acted.').waitFor();
    assert.deepEqual([...problems, ...ofHana.problems], []);
  });

  test('a profile gets a name, a text and pictures; a screen is one request when it is opened, and none on return', async (t) => {
    const world = await testWorld(t);
    const [iva, jan] = [await world.user('iva'), await world.user('jan')];
    await publish(iva, 'My first words.');
    await setPrivacy(iva, { isPrivate: true });
    await follow(jan, iva);
    const appUrl = await serveApp(t, world);
    const { page, problems } = await openAppAs(t, browser, { appUrl, person: iva, at: '/u/iva' });
    await page.getByText('1 person asks to follow you').waitFor();
    await button(page, 'Edit profile').click();
    await page.getByLabel('Name', { exact: true }).fill('Iva Nováková');
    await page.getByLabel('About you').fill('Bakes.\nReads.');
    const buffer = await smallPicture();
    const picture = { name: 'me.png', mimeType: 'image/png', buffer };
    await page.getByLabel('Choose a picture').setInputFiles(picture);
    await page.getByLabel('Choose a cover').setInputFiles(picture);
    await assertAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Iva Nováková' }).waitFor();
    await page.getByText('Bakes.').waitFor();
    const sizes = page.locator('.profile-cover img, .profile-row .avatar img');
    await sizes.nth(1).waitFor();
    const widths = await sizes.evaluateAll((images) =>
      Promise.all(
        images.map(async (image) => {
          if (!(image instanceof HTMLImageElement)) return 0;
          await image.decode();
          return image.naturalWidth;
        }),
      ),
    );
    assert.deepEqual(widths, [40, 40]);

    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url() !== world.url) return;
      const { operationName = '' } = (request.postDataJSON() ?? {}) as { operationName?: string };
      asked.push(operationName);
    });
    const screens = { Explore: 'Explore', Saved: 'Saved', Settings: 'Settings' };
    const visit = async (): Promise<string[]> => {
      asked.length = 0;
      for (const [name, title] of Object.entries(screens)) {
        await link(page, name).click();
        await page.getByRole('heading', { name: title, level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
      }
      return [...asked];
    };
    assert.deepEqual(await visit(), ['Explore', 'Saved', 'AccountSettings']);
    // Other screens save posts, so that the list of saved ones is always asked for.
    assert.deepEqual(await visit(), ['Saved']);
    assert.deepEqual(problems, []);
  });
});
