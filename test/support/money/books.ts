import assert from 'node:assert/strict';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import type { World } from '#test/support/world.ts';
import { rowsOf } from './ledger.ts';
import { poll } from './purchases.ts';

/** The month of a time, or of one some months later. */
export function monthAt(time: Date, later = 0): string {
  const at = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + later, 1));
  return at.toISOString().slice(0, 7);
}

/** Moves the clock to noon of a day of the month after this one. Sessions of before are over. @returns that month */
export function advanceToNextMonth(world: World, day: number): string {
  const now = world.clock.now();
  const noon = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, day, 12);
  world.clock.advance(noon - now.getTime());
  return monthAt(world.clock.now());
}

/** Hears of what has happened at the provider, and lets the coins follow. */
export async function hear(world: World): Promise<void> {
  await poll(world);
  for (let turn = 0; turn < 2; turn += 1) await world.runJobs();
}

/** Asks for what the provider did not show yet. */
export async function askForUnbooked(world: World): Promise<void> {
  await runCron(world, 'payments.lookAtUnbooked');
  for (let turn = 0; turn < 2; turn += 1) await world.runJobs();
}

/** @returns the payload */
export const closeMonth = (admin: Actor, month: string): Promise<Untyped> =>
  callMutation(admin, {
    name: 'adminCloseMonth',
    payload: 'month { month closedById } errors { code path message ... on StateError { current allowed } }',
    input: { month },
  });

/** Closes a month that can be closed, with its trial balance. */
export async function closed(world: World, admin: Actor, month: string): Promise<void> {
  assert.deepEqual((await closeMonth(admin, month)).errors, []);
  await world.runJobs();
}

const TRIAL_BALANCE = `query ($month: String!) { adminGetTrialBalance(month: $month) { month { month }
  coins { account openingCoins debitCoins creditCoins closingCoins }
  cash { account currency openingMinor debitMinor creditMinor closingMinor } } }`;

/** The lines of cash: account, currency, opening, debits, credits and closing. */
export async function cashOf(admin: Actor, month: string): Promise<Untyped[]> {
  const { adminGetTrialBalance: balance } = await admin.do(TRIAL_BALANCE, { month });
  return balance.cash.map((line: Untyped) => Object.values(line));
}

/** The lines of coins: account, opening, debits, credits and closing. */
export async function coinsOf(admin: Actor, month: string): Promise<Untyped[]> {
  const { adminGetTrialBalance: balance } = await admin.do(TRIAL_BALANCE, { month });
  return balance.coins.map((line: Untyped) => Object.values(line));
}

type ExportKind = 'CASH_ENTRIES' | 'COIN_ENTRIES' | 'PAYOUTS';

const EXPORTS = '{ adminGetBookExports { nodes { id state rowCount sizeBytes url expiresAt } } }';

/** Requests a file with the books of a month. @returns it, once it is written, with its text */
export async function exportBooks(
  world: World,
  admin: Actor,
  { month, kind }: { month: string; kind: ExportKind },
): Promise<Untyped> {
  const payload = await callMutation(admin, {
    name: 'adminExportBooks',
    payload: 'export { id state url } errors { code }',
    input: { month, kind },
  });
  assert.deepEqual(payload.errors, []);
  await world.runJobs();
  const { adminGetBookExports } = await admin.do(EXPORTS);
  const file = adminGetBookExports.nodes.find(({ id }: Untyped) => id === payload.export.id);
  assert.equal(file.state, 'READY');
  const response = await fetch(file.url);
  const text = await response.text();
  return { ...file, text, type: response.headers.get('content-type') };
}

/** The booked entries: kind, account, currency and amount of each entry, in the order of booking. */
export async function bookedIn(world: World): Promise<Untyped[]> {
  const rows = await rowsOf<Untyped>(
    world,
    `select t.kind, e.account, e.currency, e.amount_minor::integer as amount
     from cash_entries e join cash_transfers t on t.id = e.transfer_id order by e.id`,
  );
  return rows.map((row) => Object.values(row));
}
