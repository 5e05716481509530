import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Browser } from 'playwright-core';
import { pdf } from '#test/support/content/documents.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { download, processed } from '#test/support/content/uploaded-media.ts';
import { SEND, startWith } from '#test/support/messaging/messaging.ts';
import { actWithReason, type AdminTab, adminTab } from '#test/support/people/panel-tab.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { report } from '#test/support/trust/reports.ts';
import { requested, shownBadges } from '#test/support/trust/verification.ts';
import { testWorld, type World } from '#test/support/world.ts';

/** Stories of pages about content and people, told in the process of the others. */
export function tellContent(browser: () => Browser): void {
  const ownerAt = (t: TestContext, world: World, at: string): Promise<AdminTab> =>
    adminTab(t, { browser: browser(), world, at });

  test('an admin finds a reported message, reads it by its case alone, and sees the media items of its author', async (t) => {
    const world = await testWorld(t);
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    const conversationId = await startWith(ada, ben);
    const [secret, open] = [
      await processed(world, ada, await smallPicture()),
      await processed(world, ada, await smallPicture(), { altText: 'A garden' }),
    ];
    const { sendMessage } = await ada.do(SEND, {
      input: { conversationId, text: 'Send me money', mediaIds: [secret.id] },
    });
    const { post } = await callMutation(ada, {
      name: 'createPost',
      payload: 'post { id } errors { code }',
      input: { mediaIds: [open.id] },
    });
    await report(ben, { messageId: sendMessage.message.id });
    await report(ben, { postId: post.id });
    const { admin, page, problems, open: openPage } = await ownerAt(t, world, 'Content');
    await page.getByLabel('Kind').selectOption('Messages');
    const message = page.getByRole('row').filter({ hasText: '@ada' });
    await message.waitFor();
    assert.match(await message.innerText(), /@ada\s+In its case\s+1\s+Visible\s+1 \(1 open\)/);
    assert.equal(await page.getByText('Send me money').count(), 0);
    await message.getByRole('link', { name: 'In its case' }).click();
    await page.getByRole('button', { name: 'Open the private content' }).click();
    await actWithReason(page, 'Open', 'A report of fraud.');
    const conversation = page.getByRole('list', { name: 'Messages' });
    await conversation.getByText('Send me money').waitFor();
    assert.match(await conversation.innerText(), /^Owner\s+Send me money\s+Image, 40 × 30, /);
    const file =
      (await conversation.getByRole('link', { name: 'Open the image' }).getAttribute('href')) ?? '';
    assert.equal((await download(file)).contentType, 'image/webp');
    const { adminGetAuditEntries } = await admin.do(
      '{ adminGetAuditEntries(first: 1) { nodes { action reason } } }',
    );
    assert.deepEqual(adminGetAuditEntries.nodes, [
      { action: 'adminOpenPrivateContent', reason: 'A report of fraud.' },
    ]);

    await openPage('Cases');
    await page.getByRole('row').filter({ hasText: '@ada' }).getByRole('link', { name: 'Post' }).click();
    await page.getByText(/^Image, 40 × 30, .+ A garden$/).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Open the image' }).count(), 1);
    await openPage('Content');
    await page.getByLabel('Kind').selectOption('Media');
    await page.getByText('Write the id of a user to see their media items.').waitFor();
    await page.getByLabel('Id of the author').fill(ada.id);
    const items = page.getByRole('table').getByRole('row').filter({ hasText: 'Image, 40 × 30' });
    await items.nth(1).waitFor();
    const texts = (await items.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    assert.match(texts[0] ?? '', /^Image, 40 × 30, \S+ k?B A garden Ready .+ Open the image$/);
    assert.match(texts[1] ?? '', /^Image, 40 × 30, \S+ k?B – Ready .+ Private$/);
    assert.deepEqual(problems, []);
  });

  test('a moderator reviews a request by its documents and grants the badge, revokes it, and grants another one', async (t) => {
    const world = await testWorld(t);
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    await requested(ada);
    const tab = { browser: browser(), world, at: 'Verifications', role: 'MODERATOR' } as const;
    const { page, problems } = await adminTab(t, tab);
    const row = page.getByRole('row').filter({ hasText: '@ada' });
    await row.getByRole('link', { name: 'Identity' }).click();
    await page.getByText('It is me.').waitFor();
    await page.getByRole('button', { name: 'Open the documents' }).click();
    await actWithReason(page, 'Open', 'Review.');
    const documents = page.getByRole('region', { name: 'Documents' });
    const href = (await documents.getByRole('link', { name: /^Download / }).getAttribute('href')) ?? '';
    assert.deepEqual((await download(href)).content, pdf());
    await page.getByRole('button', { name: 'Begin the review' }).click();
    await page.getByRole('button', { name: 'Decide' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Decision').selectOption('Approved');
    await dialog.getByRole('button', { name: 'Decide' }).click();
    await page.getByText('Approved', { exact: true }).waitFor();
    assert.deepEqual(await shownBadges(ben, ada.id), ['IDENTITY']);

    await page.getByRole('main').getByRole('link', { name: '@ada' }).click();
    await page.getByRole('tab', { name: 'Badges' }).click();
    const badges = page.getByRole('tabpanel', { name: 'Badges' });
    await badges.getByRole('button', { name: 'Revoke Identity' }).click();
    await dialog.getByLabel('Why, to the user').fill('The account was sold.');
    await actWithReason(page, 'Revoke', 'Sold.');
    await badges.getByText('Revoked').waitFor();
    assert.deepEqual(await shownBadges(ben, ada.id), []);
    await badges.getByRole('button', { name: 'Grant a badge' }).click();
    await dialog.getByLabel('Kind').selectOption('Notable');
    await dialog.getByLabel('Name that was verified', { exact: true }).fill('Ada Lovelace');
    await actWithReason(page, 'Grant', 'Known.');
    await badges.getByText('Suspended').waitFor();
    await badges.getByText('Ada Lovelace (@ada)').waitFor();
    assert.deepEqual(await shownBadges(ben, ada.id), []);
    assert.deepEqual(problems, []);
  });

  test('an admin makes a block list, changes it and its entries, and is told when another one was faster', async (t) => {
    const world = await testWorld(t);
    const ada = await world.user('ada');
    const { admin, page, problems } = await ownerAt(t, world, 'Block lists');
    await page.getByText('There is no block list.').waitFor();
    await page.getByRole('button', { name: 'Add a list' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Gambling');
    await dialog.getByLabel('Words, expressions or domains').fill('Casino\n\n  free spins \nroulette');
    await actWithReason(page, 'Add', 'Spam of this week.');
    await page.getByRole('heading', { name: 'Block list: Gambling' }).waitFor();
    await page.getByRole('button', { name: 'Remove roulette' }).click();
    await actWithReason(page, 'Remove', 'Also a game of children.');
    await page.getByRole('button', { name: 'Remove roulette' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add entries' }).click();
    await dialog.getByLabel('Words, expressions or domains').fill('jackpot');
    await actWithReason(page, 'Add', 'Seen today.');
    await page.getByRole('button', { name: 'Remove jackpot' }).waitFor();
    const removals = await page.getByRole('table').getByRole('button', { name: 'Remove' }).all();
    const names = await Promise.all(removals.map((button) => button.getAttribute('aria-label')));
    assert.deepEqual(names.toSorted(), ['Remove casino', 'Remove free spins', 'Remove jackpot']);

    await page.getByRole('button', { name: 'Change the list' }).click();
    const read = async () => {
      const { adminGetBlocklists } = await admin.do(
        '{ adminGetBlocklists { nodes { id name kind action isActive entryCount version } } }',
      );
      return adminGetBlocklists.nodes;
    };
    const [{ id: blocklistId }] = await read();
    const faster = await callMutation(admin, {
      name: 'adminSaveBlocklist',
      payload: 'errors { code }',
      input: {
        blocklistId,
        expectedVersion: 3,
        name: 'Gambling and lotteries',
        kind: 'WORD',
        action: 'HOLD',
        isActive: true,
        reason: 'Faster.',
      },
    });
    assert.deepEqual(faster.errors, []);
    await dialog.getByLabel('Consequence').selectOption('Reject');
    await dialog.getByLabel('Reason, for other admins').fill('Nobody writes this.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The block list has changed: fetch it again.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'Block list: Gambling and lotteries' }).waitFor();
    await page.getByRole('button', { name: 'Change the list' }).click();
    await dialog.getByLabel('Consequence').selectOption('Reject');
    await actWithReason(page, 'Save', 'Nobody writes this.');
    await page.getByText('Reject', { exact: true }).waitFor();
    assert.deepEqual(await read(), [
      {
        id: blocklistId,
        name: 'Gambling and lotteries',
        kind: 'WORD',
        action: 'REJECT',
        isActive: true,
        entryCount: 3,
        version: 5,
      },
    ]);
    const post = await callMutation(ada, {
      name: 'createPost',
      payload: 'errors { code }',
      input: { text: 'Free spins today' },
    });
    assert.deepEqual(post.errors, [{ code: 'VALIDATION_FAILED' }]);
    assert.deepEqual(problems, []);
  });
}
