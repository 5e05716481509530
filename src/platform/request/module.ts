import type { IdType } from '#platform/kernel/ids.ts';
import type { LimitDefinitions } from '#platform/kernel/limits.ts';
import type { Permission } from '#platform/kernel/permissions.ts';
import type { RestrictionKind } from '#platform/kernel/restriction-kinds.ts';
import type { EventFollower } from '#platform/outbox/followers/event-followers.ts';
import type { JobHandler } from '#platform/outbox/worker/worker.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { PersonalData } from './personal-data.ts';

/** Declaration of a domain. */
export type DomainModule = {
  /** The name of the domain's folder. */
  readonly name: string;
  /** Prefixes of the global ids of its objects. */
  readonly ids?: readonly IdType[];
  readonly limits?: LimitDefinitions;
  /** Permissions that its admin fields need, each with its description. */
  readonly permissions?: Readonly<Partial<Record<Permission, string>>>;
  /** Kinds of restriction that its mutations declare, each with its description. */
  readonly restrictions?: Readonly<Partial<Record<RestrictionKind, string>>>;
  readonly jobs?: readonly JobHandler[];
  readonly followers?: readonly EventFollower[];
  readonly personalData?: PersonalData;
  /** Deletes what ends with sessions, in the transaction that ends them. */
  readonly onSessionsEnded?: (tx: Tx, sessionIds: readonly string[]) => Promise<void>;
  /** Writes what a process has collected, when it serves no more. Never rejects. */
  readonly beforeStop?: (services: Services) => Promise<void>;
};

const defined: DomainModule[] = [];

/**
 * Declares a domain, in its `x.module.ts`. The file also imports the schema files of the domain, which add their types
 * and fields to the builder, and declares its names in the types of the kernel.
 */
export function defineModule(module: DomainModule): void {
  defined.push(module);
}

/** All declared domains, in the order in which their files were imported. */
export const definedModules = (): readonly DomainModule[] => defined;
