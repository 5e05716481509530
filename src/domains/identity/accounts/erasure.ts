import { HOUR_MS } from '#platform/clock.ts';
import type { Services } from '#platform/context.ts';
import { defineJob } from '#platform/jobs/definition.ts';
import { forgetMails } from '#platform/mail.ts';
import { endSessions, forgetSessions } from '../sessions/sessions.service.ts';
import { lockAccount, updateIdentityErased, updateUserErased } from '../users/users.service.ts';
import { accountErased } from './accounts.events.ts';
import { findErasedIdentity, listDueAccounts } from './accounts.queries.ts';
import { stateAfter } from './accounts.state.ts';

type Whose = { readonly userId: string };

export const eraseAccount = defineJob<Whose>('accounts.erase');
export const eraseIdentity = defineJob<Whose>('accounts.eraseIdentity');
export const finishErasure = defineJob<Whose>('accounts.finishErasure');

const BATCH_ACCOUNTS = 200;

/** One job for each account whose time has come; until it has run, the next round asks for it again. */
export async function startErasures({ db, clock, transaction }: Services): Promise<void> {
  const now = clock.now();
  let after: string | null = null;
  do {
    const userIds: string[] = await listDueAccounts(db, { now, after, limit: BATCH_ACCOUNTS });
    await transaction(async (tx) => {
      for (const userId of userIds) tx.enqueue(eraseAccount, { userId }, { key: userId });
    });
    after = userIds.at(-1) ?? null;
  } while (after !== null);
}

/**
 * Longer than anything lasts that began before: a request that still writes, and a token of the provider, which some
 * providers cannot take back.
 */
const AFTERMATH_MS = 3 * HOUR_MS;

/**
 * Ends the account and empties its row; everything else of the person goes by the event, domain by domain. Whoever
 * cancels at the same moment holds the row's lock first, or finds the account gone.
 */
export async function beginErasure(services: Services, { userId }: Whose): Promise<void> {
  const { clock, ids, transaction } = services;
  const ended = await transaction(async (tx) => {
    const now = clock.now();
    const account = await lockAccount(tx, userId);
    const isDue = account.deletionDueAt !== null && account.deletionDueAt <= now;
    if (!isDue || stateAfter('erase', account.state) === null) return [];
    const sessions = await endSessions(tx, { userId, now });
    if (account.email !== null) await forgetMails(tx, account.email);
    await updateUserErased(tx, userId, { username: namelessName(ids.next()), erasedAt: now });
    tx.emit(accountErased, { userId });
    tx.enqueue(eraseIdentity, { userId });
    tx.enqueue(finishErasure, { userId }, { runAt: new Date(now.getTime() + AFTERMATH_MS) });
    return sessions;
  });
  forgetSessions(services, ended);
}

/**
 * The provider forgets the person, who can then register anew with the same address. Their row says who they were there
 * a while longer: as long as it does, nobody signs in or up by a token that is left over.
 */
export async function forgetAtProvider({ db, ports }: Services, { userId }: Whose): Promise<void> {
  const erased = await findErasedIdentity(db, userId);
  if (erased?.provider === ports.identity.provider) await ports.identity.deleteSubject(erased.subject);
}

/** Erases once more whatever was written while the account went, and with it the last word of who it was. */
export async function endErasure(services: Services, { userId }: Whose): Promise<void> {
  await forgetAtProvider(services, { userId });
  const { clock, ids, transaction } = services;
  await transaction(async (tx) => {
    await updateUserErased(tx, userId, { username: namelessName(ids.next()), erasedAt: clock.now() });
    await updateIdentityErased(tx, userId);
    tx.emit(accountErased, { userId });
  });
}

const RANDOM_DIGITS = 20;

/** Frees the name that the person had. Made of a new id, so that nobody can take it first and be in the way. */
const namelessName = (id: string): string => `deleted_${id.replaceAll('-', '').slice(-RANDOM_DIGITS)}`;
