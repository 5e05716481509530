import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { pdf } from '#test/support/content/documents.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { claim, decide, shownBadges } from '#test/support/trust/verification.ts';
import { openAppAs, serveApp } from '#test/support/web-app/app-tab.ts';
import { assertAccessible, assertFits } from '#test/support/web-app/looks.ts';
import { testWorld } from '#test/support/world.ts';

const BUILD_TIMEOUT_MS = 120_000;

suite('badges in the web app', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  test(
    'a badge is requested with documents, asked about, answered and granted; another request is taken back',
    {
      timeout: BUILD_TIMEOUT_MS,
    },
    async (t) => {
      const world = await testWorld(t);
      const [mia, admin] = [await world.user('mia'), await world.admin({ role: 'MODERATOR' })];
      const appUrl = await serveApp(t, world);
      const { page, problems } = await openAppAs(t, browser, {
        appUrl,
        person: mia,
        at: '/settings/verification',
      });
      const identity = page.getByRole('region', { name: 'Verified identity' });
      await identity.getByRole('button', { name: 'Request: Verified identity' }).click();
      const dialog = page.getByRole('dialog', { name: 'Request: Verified identity' });
      await dialog.getByLabel('What to verify').fill('My passport');
      await dialog.getByLabel('Add documents').setInputFiles([
        { name: 'passport.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf()) },
        { name: 'wrong.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf()) },
      ]);
      await dialog.getByRole('button', { name: 'Remove wrong.pdf' }).click();
      assert.deepEqual(await dialog.getByRole('listitem').count(), 1);
      await assertAccessible(page);
      await dialog.getByRole('button', { name: 'Send', exact: true }).click();
      await identity.getByText('Your request waits for a review').waitFor();
      await identity.getByText('document-1.pdf').waitFor();
      assert.equal(await identity.getByRole('button', { name: 'Request: Verified identity' }).count(), 0);

      const { myVerificationRequest: request } = await mia.do(
        '{ myVerificationRequest(kind: IDENTITY) { id note documents { contentType } } }',
      );
      assert.deepEqual(
        [request.note, request.documents],
        ['My passport', [{ contentType: 'application/pdf' }]],
      );
      const requestId: string = request.id;
      await claim(admin, requestId);
      await decide(admin, {
        requestId,
        expectedVersion: 2,
        decision: 'MORE_INFO',
        message: 'Send the other side.',
      });
      await world.runJobs();
      await page.getByRole('link', { name: 'Notifications' }).first().click();
      await page.getByText('Your verification request has been decided').click();
      await page.waitForURL(`${appUrl}/settings/verification`);
      await identity.getByText('The admins ask for more').waitFor();
      await identity.getByRole('button', { name: 'Answer' }).click();
      const answer = page.getByRole('dialog', { name: 'Answer' });
      await answer.getByText('Send the other side.').waitFor();
      await answer.getByLabel('Your answer:').fill('Here it is');
      await answer.getByLabel('Add documents').setInputFiles({
        name: 'back.png',
        mimeType: 'image/png',
        buffer: Buffer.from(await smallPicture()),
      });
      await answer.getByRole('button', { name: 'Send', exact: true }).click();
      await identity.getByText('Your request is being reviewed').waitFor();
      await identity.getByText('document-2.png').waitFor();
      await decide(admin, { requestId, expectedVersion: 4, decision: 'APPROVED' });
      await page.reload();
      await identity.getByText('Beside your name').waitFor();
      await identity.getByText('For mia (@mia)').waitFor();
      assert.deepEqual(await shownBadges(mia, mia.id), ['IDENTITY']);

      const business = page.getByRole('region', { name: 'Verified business' });
      await business.getByRole('button', { name: 'Request: Verified business' }).click();
      const second = page.getByRole('dialog', { name: 'Request: Verified business' });
      await second.getByLabel('What to verify').fill('My shop');
      await second.getByRole('button', { name: 'Send', exact: true }).click();
      await business.getByRole('button', { name: 'Take the request back' }).click();
      const asked = page.getByRole('dialog', { name: 'Take the request back?' });
      await asked.getByRole('button', { name: 'Take the request back' }).click();
      await business.getByText('You have taken your request back').waitFor();
      await business.getByRole('button', { name: 'Request: Verified business' }).waitFor();
      await assertAccessible(page);
      await assertFits(page);
      await page.goto(`${appUrl}/u/mia`);
      await page.getByRole('img', { name: 'Verified identity' }).first().waitFor();
      assert.deepEqual(problems, []);
    },
  );
});
