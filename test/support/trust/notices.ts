import assert from 'node:assert/strict';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { recordedMails } from '#test/support/people/recorded-mails.ts';
import { casesIn } from '#test/support/trust/reports.ts';
import type { World } from '#test/support/world.ts';

export const NORA = 'nora@example.net';

/** Sends a notice, of an offer by Nora unless the input says otherwise. @returns the payload */
export const sendNotice = (
  sender: Actor,
  subject: object,
  input: Readonly<Record<string, unknown>> = {},
): Promise<Untyped> =>
  callMutation(sender, {
    name: 'submitIllegalContentNotice',
    payload: 'reportId errors { code path }',
    input: {
      subject,
      reason: 'ILLEGAL_GOODS',
      explanation: 'This sells what is forbidden here.',
      name: 'Nora Notifier',
      email: NORA,
      isInGoodFaith: true,
      ...input,
    },
  });

/** Subjects of the mails to an address, oldest first. */
export const subjectsTo = async (world: World, address: string): Promise<string[]> =>
  (await recordedMails(world, address)).map(({ subject }) => subject);

/** The token of the last mail to an address that has one. */
export async function appealToken(world: World, address: string): Promise<string> {
  const mails = await recordedMails(world, address);
  const token = mails.flatMap(({ text }) => /Token: (\S+)/.exec(text)?.[1] ?? []).at(-1);
  if (token === undefined) throw new Error(`no mail to ${address} has a token`);
  return token;
}

/** The one open case of the queue LEGAL. */
export async function legalCase(admin: Actor): Promise<Untyped> {
  const [found, ...more] = await casesIn(admin, { queue: 'LEGAL' });
  assert.deepEqual(more, []);
  return found;
}

/** The notice as moderators read it. */
export const noticeFor = async (admin: Actor, id: string): Promise<Untyped> =>
  (
    await admin.do(
      `query ($id: ID!) { adminGetReport(reportId: $id) {
        reporterId reason text weight state outcome isIllegalNotice noticeContact { name email } } }`,
      { id },
    )
  ).adminGetReport;
