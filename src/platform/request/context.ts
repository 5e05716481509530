import type { TokenProblem } from '#platform/kernel/errors.ts';
import type { Permission } from '#platform/kernel/permissions.ts';
import { currentScope } from '#platform/kernel/operation-scope.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { assertAudited } from './audit.ts';

/** A signed-in user. Restrictions are read at use, never stored here. */
export type CurrentUser = {
  readonly id: string;
  readonly sessionId: string;
  /** Expiry of the access token of this request. */
  readonly tokenExpiresAt: Date;
};

export type CurrentAdmin = {
  readonly id: string;
  readonly sessionId: string;
  /** Empty while `mustEnroll`. */
  readonly permissions: ReadonlySet<Permission>;
  /** Whether the admin has to enrol a second factor before anything else. */
  readonly mustEnroll: boolean;
};

/** Origin of a request, for sessions, budgets and logs. */
export type Caller = {
  readonly ip: string;
  /** ISO 3166-1 alpha-2; null when the proxy in front does not report it. */
  readonly country: string | null;
  readonly userAgent: string;
  /** Languages that the client asks for, as in `Accept-Language`; empty when it names none. */
  readonly languages: string;
};

/** Signed-in users who all see the same, since nobody of them blocks one of the people, is blocked by or is one of them. */
export type SharedView = {
  readonly people: ReadonlySet<string>;
  /** Results of the loaders that read the same for everybody, for all events that are executed together. */
  readonly loaded: Map<object, unknown>;
};

/** First argument of every resolver and service: one per operation or subscription event, and never copied or written to. */
export type RequestContext = Services & {
  readonly user: CurrentUser | null;
  readonly admin: CurrentAdmin | null;
  /** Null unless the operation is executed once for many users; then `user` cannot be read. */
  readonly shared: SharedView | null;
  /** Reason why `user` and `admin` are both null; null when one of them is set. */
  readonly tokenProblem: TokenProblem | null;
  readonly caller: Caller;
  /** Aborts when the operation times out or its client disconnects; statements in flight are cancelled. */
  readonly signal: AbortSignal;
  /** Results of the loaders in this operation; a commit empties it, so that reads after a write see the new rows. */
  readonly loaded: Map<object, unknown>;
};

/** The part of a context that `Services` does not have. */
type OwnPart = Pick<RequestContext, 'user' | 'admin' | 'tokenProblem' | 'caller' | 'signal'> & {
  readonly shared?: SharedView;
};

export function contextOf<Own extends OwnPart>(services: Services, own: Own): RequestContext & Own {
  const loaded = new Map<object, unknown>();
  return {
    ...services,
    shared: null,
    ...own,
    loaded,
    async transaction(work) {
      const result = await services.transaction(currentScope()?.needsAuditEntry ? audited(work) : work);
      loaded.clear();
      return result;
    },
  };
}

/** Every transaction of an admin's mutation has its entry in the audit log, or is rolled back. */
function audited<Result>(work: (tx: Tx) => Promise<Result>): (tx: Tx) => Promise<Result> {
  return async (tx) => {
    const result = await work(tx);
    assertAudited(tx);
    return result;
  };
}

export type UserContext = RequestContext & { readonly user: CurrentUser };
export type AdminContext = RequestContext & { readonly admin: CurrentAdmin };

/** Context inside a transaction, where writes go through it. */
export type InTransaction<Context extends Services> = Omit<Context, 'transaction' | 'write'>;
