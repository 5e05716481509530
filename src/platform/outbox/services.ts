import type { Ports } from '#ports/ports.ts';
import type { Db } from '#platform/db/database.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import type { Ids } from '#platform/kernel/ids.ts';
import type { CoinRates, Limits } from '#platform/kernel/limits.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import type { Budgets } from '#platform/kernel/rate-limit.ts';
import type { Sealer } from '#platform/secrets/sealed-text.ts';
import type { AccountStanding, RestrictionKind } from '#platform/kernel/restriction-kinds.ts';
import type { Semaphore } from '#platform/kernel/semaphore.ts';
import type { SessionCache } from '#platform/caches/session-cache.ts';
import type { EventStream } from './events/stream.ts';
import type { Tx, Writer } from './transaction.ts';

/** Services of one process, made by the composition root and shared by all requests and jobs. */
export type Services = {
  readonly isProduction: boolean;
  readonly limits: Limits;
  readonly coinRates: CoinRates;
  readonly secrets: Secrets;
  /** For what leaves the process, or lies in the database, and only this installation may read. */
  readonly sealer: Sealer;
  /** For the secrets of second factors alone. */
  readonly adminTotpSealer: Sealer;
  /** Whether `register` by e-mail needs the code from a mail, or signs in at once. */
  readonly registration: 'confirmed' | 'direct';
  /** Base URL of links in mails, without a trailing slash; null: mails contain only the code. */
  readonly webAppUrl: string | null;
  /** Ways out of mails beside the page of the web front end, each null when there is none. */
  readonly unsubscribe: { readonly oneClickUrl: string | null; readonly address: string | null };
  /** Base URL of the admin panel, without a trailing slash; null: invitations contain only the token. */
  readonly adminAppUrl: string | null;
  /** Whether an admin without a second factor can do anything but enrol one. */
  readonly adminTotp: 'required' | 'optional';
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  /** Reads. Writes go through `transaction`. */
  readonly db: Db;
  readonly ports: Ports;
  readonly events: EventStream;
  readonly budgets: Budgets;
  /** Checks of passwords by network, and sign-ins by admin. */
  readonly passwordSemaphore: Semaphore;
  readonly sessionCache: Pick<SessionCache<object>, 'end'>;
  /** The account state, and the restriction of `kind` in force; a suspension is in force for every kind. */
  accountStanding(userId: string, kind: RestrictionKind): Promise<AccountStanding>;
  /** Executes a write of one statement, which is a transaction by itself. Events that it stores leave after it. */
  readonly write: Writer;
  /**
   * Runs `work` in one database transaction. Events and jobs that it emits are stored with its rows and leave after the commit.
   * Transactions do not nest: inside `work`, pass its `tx` on.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
};

export type Secrets = {
  /** Signs admin access tokens (HS256, at least 32 bytes). */
  readonly adminToken: Uint8Array;
  /** The secret before it, whose tokens are still accepted. */
  readonly previousAdminToken: Uint8Array | null;
};
