import type { Ports } from '#ports/ports.ts';
import type { Clock } from './clock.ts';
import type { Db, Tx } from './db/database.ts';
import type { TokenProblem } from './errors.ts';
import type { EventStream } from './events/stream.ts';
import type { Ids } from './ids.ts';
import type { Limits } from './limits.ts';
import type { Logger } from './logger.ts';
import type { Permission } from './permissions.ts';
import type { Budgets } from './rate-limit.ts';
import type { AccountStanding, RestrictionKind } from './restriction-kinds.ts';
import type { SessionMemory } from './session-memory.ts';

/** A signed-in person. Restrictions are read at use, never carried here. */
export type CurrentUser = {
  readonly id: string;
  readonly sessionId: string;
  /** When the access token that this request came with expires. */
  readonly tokenExpiresAt: Date;
};

export type CurrentAdmin = {
  readonly id: string;
  readonly sessionId: string;
  readonly permissions: ReadonlySet<Permission>;
};

/** What a process has once: made by the composition root, the same for every request and job. */
export type Services = {
  readonly isProduction: boolean;
  readonly limits: Limits;
  readonly secrets: Secrets;
  /** Where links in mails lead, without a slash at its end; null: mails carry the code alone. */
  readonly webAppUrl: string | null;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  /** Reads. Writes go through `transaction`. */
  readonly db: Db;
  readonly ports: Ports;
  readonly events: EventStream;
  readonly budgets: Budgets;
  readonly sessionMemory: Pick<SessionMemory<object>, 'end'>;
  /** The state of an account, and what restricts it from what `kind` names at this moment; a suspension stops everything. */
  accountStanding(userId: string, kind: RestrictionKind): Promise<AccountStanding>;
  /**
   * Runs `work` in one database transaction. Events and jobs that it emits are stored with its rows and leave after the commit.
   * Inside another transaction's `work` use its `tx` instead: transactions do not nest.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
};

export type Secrets = {
  /** Signs admin access tokens (HS256, at least 32 bytes). */
  readonly adminToken: Uint8Array;
};

/** Where a request came from, for sessions, budgets and logs. */
export type Caller = {
  readonly ip: string;
  /** ISO 3166-1 alpha-2; null when the proxy in front does not say. */
  readonly country: string | null;
  readonly userAgent: string;
};

/** What every resolver and service gets first. One per operation; a subscription gets one per event. */
export type RequestContext = Services & {
  readonly user: CurrentUser | null;
  readonly admin: CurrentAdmin | null;
  /** Why `user` and `admin` are both null; null when one of them is set. */
  readonly tokenProblem: TokenProblem | null;
  readonly caller: Caller;
  /** Aborts when the operation times out or its client goes away; statements that still run are cancelled. */
  readonly signal: AbortSignal;
};

/** What a context has of its own. */
type OwnPart = Pick<RequestContext, 'user' | 'admin' | 'tokenProblem' | 'caller' | 'signal'>;

/** The services are copied, not inherited: then a context that is made by spreading another one has them too. */
export const contextOf = (services: Services, own: OwnPart): RequestContext => ({ ...services, ...own });

export type UserContext = RequestContext & { readonly user: CurrentUser };
export type AdminContext = RequestContext & { readonly admin: CurrentAdmin };
