import { randomUUID } from 'node:crypto';
import type { Actor } from '#test/support/actor.ts';
import type { World } from '#test/support/world.ts';

export const SEND = `mutation ($input: SendTipInput!) { sendTip(input: $input) {
  tip { id amountCoins message state isAnonymous targetKind targetId sender { username } receiver { username } } errors { code } } }`;

/** Takes back a tip, also one that cannot be. */
export const undo = async (person: Actor, id: string) => (await person.ask(UNDO, { id })).data.undoTip;

const UNDO = 'mutation ($id: ID!) { undoTip(input: { tipId: $id }) { tip { state } errors { code } } }';

export const TRANSACTIONS = `{ myTransactions { nodes {
  type direction status amountCoins feeCoins balanceAfter counterparty { username } } } }`;

/** Sends a tip with a key of its own, unless one is given; also one that is refused. */
export const send = async (person: Actor, input: object) =>
  (await person.ask(SEND, { input: { idempotencyKey: randomUUID(), ...input } })).data.sendTip;

/** Lets the time to undo pass, and runs the jobs that settle tips, and once more those that fold entries. */
export async function settle({ app, clock }: World): Promise<void> {
  clock.advance('6s');
  await app.runJobs();
  await app.runJobs();
}
