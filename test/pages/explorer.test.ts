import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { test, type TestContext } from 'node:test';
import { buildSchema, parse, validate } from 'graphql';
import { chromium, type Locator, type Page } from 'playwright-core';
import { ADMIN_EXPLORER, CLIENT_EXPLORER } from '#api/pages/explorers.ts';
import { createAdmin } from '#domains/identity/admins/admins.service.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { codeOf, enrol, ownAddress } from '#test/support/people/admin-factors.ts';
import { until } from '#test/support/processes.ts';
import { testWorld } from '#test/support/world.ts';

const CHROMIUM = '/usr/bin/chromium';
const browserTest = {
  skip: existsSync(CHROMIUM) ? false : `SKIPPED: there is no ${CHROMIUM} on this machine`,
};

const ADMIN = { email: 'grace@example.com', password: 'correct horse battery' };

/** A page of a browser of its own, and the hosts that it sends requests to. */
async function openPage(t: TestContext): Promise<{ page: Page; hosts: Set<string> }> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  t.after(() => browser.close());
  const page = await browser.newPage();
  const hosts = new Set<string>();
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') || protocol.startsWith('ws')) hosts.add(host);
  });
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) hosts.add(message.text());
  });
  return { page, hosts };
}

/** Executes the shown document by one click, and waits for a text of its answer. */
async function run(page: Page, text: string): Promise<void> {
  await clickAt(page, page.getByRole('button', { name: /execute query/i }));
  await page.getByText(text).waitFor();
}

async function openTab(page: Page, name: string): Promise<void> {
  await clickAt(page, page.locator('.graphiql-tab-button').getByText(name, { exact: true }));
  await page.locator('.graphiql-tab-active').getByText(name, { exact: true }).waitFor();
}

/** Presses and releases the mouse where something is shown, once: unlike a click of the library, nothing is waited for between. */
async function clickAt(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const box = await target.boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('every tab of the explorers is a document that its endpoint accepts', async () => {
  for (const [{ tabs, session }, file] of [
    [CLIENT_EXPLORER, 'client'],
    [ADMIN_EXPLORER, 'admin'],
  ] as const) {
    const schema = buildSchema(
      await readFile(new URL(`../../schema/${file}.graphql`, import.meta.url), 'utf8'),
    );
    const documents = [...tabs.map(({ query }) => query), session.login, session.refresh, session.logout];
    for (const document of documents) assert.deepEqual(validate(schema, parse(document)), [], document);
  }
});

test(
  'in a fresh profile the first click on each tab opens it, and the first click on ▶ runs what it shows',
  browserTest,
  async (t) => {
    const world = await testWorld(t);
    const { page } = await openPage(t);
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'POST') return;
      const { query, operationName } = request.postDataJSON() as Record<string, unknown>;
      if (operationName !== 'IntrospectionQuery') sent.push({ query, operationName });
    });
    const buttons = page.locator('.graphiql-tab-button');
    const places = () => buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
    for (const [url, { tabs }] of [
      [world.url, CLIENT_EXPLORER],
      [world.adminUrl, ADMIN_EXPLORER],
    ] as const) {
      await page.goto(url);
      await page.locator('.graphiql-query-editor .view-line').first().waitFor();
      const before = await places();
      // The first one is open already; it is opened again at the end.
      for (const index of [...tabs.keys()].slice(1).concat(0)) {
        const { query = '' } = tabs[index] ?? {};
        const [, operationName = ''] = /^\w+ (\w+)/m.exec(query) ?? [];
        await clickAt(page, buttons.nth(index));
        if (/^subscription|Upload!/m.test(query)) {
          await page.locator('.graphiql-tab-active').getByText(operationName, { exact: true }).waitFor();
        } else {
          await clickAt(page, page.getByRole('button', { name: /execute query/i }));
          await until(() => sent.length > 0, `${operationName} is sent`);
          assert.deepEqual(sent.splice(0), [{ query, operationName }]);
        }
        assert.deepEqual(await places(), before, operationName);
      }
    }
  },
);

test('both explorers answer in a browser, without access to other hosts', browserTest, async (t) => {
  const world = await testWorld(t);
  const { page, hosts } = await openPage(t);
  for (const [url, answer] of [
    [world.url, '"exploreFeed": {'],
    [world.adminUrl, '"reason": "MISSING"'],
  ] as const) {
    await page.goto(url);
    await run(page, answer);
  }
  assert.deepEqual([...hosts], [new URL(world.url).host]);
});

test(
  'a user who signs in to the explorer stays signed in, also when the token expires, until they sign out',
  browserTest,
  async (t) => {
    const world = await testWorld(t);
    const ada = await world.user('ada');
    const { page } = await openPage(t);
    await page.goto(world.url);
    await signIn(page, ada.email, 'not the password');
    await page.getByRole('alert').getByText('does not match').waitFor();
    await signIn(page, ada.email, ada.password);
    await page.getByText('Signed in as ada').waitFor();

    await page.reload();
    await page.getByText('Signed in as ada').waitFor();
    await openTab(page, 'Me');
    await run(page, '"email": "ada@example.com"');

    world.clock.advance('20m');
    await page.reload();
    await run(page, '"email": "ada@example.com"');

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await run(page, '"reason": "MISSING"');
    // The explorer's is ended; the one of the registration is left.
    const again = await world.signIn(ada);
    const { mySessions } = await again.do('{ mySessions(first: 5) { nodes { isCurrent } } }');
    assert.deepEqual(mySessions.nodes, [{ isCurrent: true }, { isCurrent: false }]);
  },
);

test('a session that was ended elsewhere brings the form back, with its reason', browserTest, async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { page } = await openPage(t);
  await page.goto(world.url);
  await signIn(page, ada.email, ada.password);
  await page.getByText('Signed in as ada').waitFor();
  await ada.do('mutation { revokeOtherSessions { errors { code } } }');
  await openTab(page, 'Me');
  await run(page, '"reason": "MISSING"');
  await page.getByRole('alert').getByText('The session has ended: sign in again.').waitFor();
});

test('a file that is chosen in the explorer is uploaded', browserTest, async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { page } = await openPage(t);
  const picture = { name: 'a.png', mimeType: 'image/png', buffer: await smallPicture() };
  await page.goto(world.url);
  await signIn(page, ada.email, ada.password);
  await page.getByText('Signed in as ada').waitFor();

  await openTab(page, 'UploadMedia');
  page.on('filechooser', (chooser) => void chooser.setFiles(picture));
  await run(page, '"state": "READY"');

  const document = `mutation Picture($input: UploadMediaInput!) {
    uploadMedia(input: $input) { media { kind } errors { message } }
  }`;
  await page.goto(`${world.url}?query=${encodeURIComponent(document)}`);
  await page.getByLabel('Files for Upload variables').setInputFiles(picture);
  await page.locator('[aria-label="Variables"] .monaco-editor').first().click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('{ "input": {} }');
  // The editor closes brackets and quotes automatically, after the typed ones.
  await page.keyboard.press('Control+Shift+End');
  await page.keyboard.press('Delete');
  await run(page, '"kind": "IMAGE"');
});

test(
  'a subscription in the explorer shows an arriving message, as the user who signed in',
  browserTest,
  async (t) => {
    const world = await testWorld(t);
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    const { page } = await openPage(t);
    let isSubscribed = false;
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => {
        isSubscribed ||= String(payload).includes('"type":"subscribe"');
      });
    });
    await page.goto(world.url);
    await signIn(page, ben.email, ben.password);
    await page.getByText('Signed in as ben').waitFor();
    await openTab(page, 'Messages');
    await clickAt(page, page.getByRole('button', { name: /execute query/i }));
    await until(() => isSubscribed, 'the explorer has sent its subscription');
    const { startConversation } = await ada.do(
      'mutation ($id: ID!) { startConversation(input: { userIds: [$id] }) { conversation { id } } }',
      { id: ben.id },
    );
    // The page does not show when the server has its subscription, so messages are sent until one appears.
    const shown = page.getByText('Hello, explorer').first();
    for (let tries = 1; tries <= 10 && !(await shown.isVisible()); tries += 1) {
      await ada.do(
        'mutation ($id: ID!) { sendMessage(input: { conversationId: $id, text: "Hello, explorer" }) { errors { code } } }',
        { id: startConversation.conversation.id },
      );
      await shown.waitFor({ timeout: 1_000 }).catch(() => undefined);
    }
    assert.ok(await shown.isVisible());
  },
);

test(
  'an admin signs in to the admin explorer, lists users and reads the dashboard of the last days, the web explorer knows nothing of it, and signing out ends the session',
  browserTest,
  async (t) => {
    const world = await testWorld(t);
    await world.user('ada');
    await createAdmin(world.app.services, { ...ADMIN, displayName: 'Grace', role: 'OWNER' });
    const { page } = await openPage(t);
    await page.goto(world.adminUrl);
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.getByText('Signed in as Grace').waitFor();
    await openTab(page, 'Users');
    await run(page, '"email": "ada@example.com"');
    await openTab(page, 'Dashboard');
    const days = await page.evaluate(() => {
      const dayMs = 86_400_000;
      return [-29, 1].map((day) => new Date((Math.floor(Date.now() / dayMs) + day) * dayMs).toISOString());
    });
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await run(page, `"startsAt": "${days[0]}"`);
    const { variables } = (await answered).request().postDataJSON() as { variables: unknown };
    assert.deepEqual(variables, { from: days[0], until: days[1] });

    await page.goto(world.url);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    assert.equal(await page.locator('.graphiql-tab-button').getByText('Users').count(), 0);
    await page.goto(world.adminUrl);
    await page.getByText('Signed in as Grace').waitFor();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    const { db } = world.app.services;
    const sessions = await db.selectFrom('admin_sessions').select('revoked_at').execute();
    assert.deepEqual(
      sessions.map((session) => session.revoked_at !== null),
      [true],
    );
  },
);

test('the admin explorer asks an admin with a second factor for a code', browserTest, async (t) => {
  const world = await testWorld(t);
  const grace = await world.admin();
  const { secret } = await enrol(world, grace);
  const { page } = await openPage(t);
  await page.goto(world.adminUrl);
  assert.equal(await page.getByLabel('Code', { exact: true }).isVisible(), false);
  await signIn(page, await ownAddress(grace), ADMIN.password);
  await page.getByRole('alert').getByText('Give the code of the second factor too.').waitFor();
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('does not match').waitFor();
  await page.getByLabel('Code', { exact: true }).fill(codeOf(world, secret));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText(/^Signed in as Admin/).waitFor();
});

test('a browser that has the explorer is not sent it again', async (t) => {
  const world = await testWorld(t);
  const first = await fetch(world.url, { headers: { accept: 'text/html' } });
  const etag = first.headers.get('etag') ?? '';
  assert.match(etag, /^W\/"[\w-]{43}"$/);
  const again = await fetch(world.url, { headers: { accept: 'text/html', 'if-none-match': etag } });
  assert.deepEqual([again.status, await again.text()], [304, '']);
});
