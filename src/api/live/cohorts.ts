import { type ArgumentNode, Kind, visit } from 'graphql';
import type { Prepared, SubscribedOperation, VariableValues } from '#api/execution/execution.ts';
import type { LiveField, LiveRequest } from '#platform/graphql/subscription.ts';
import type { Varies } from '#platform/graphql/sharing.ts';

/** Subscriptions whose events have the same result for users who see the same: one document with the same variables. */
export type Cohort = {
  readonly operation: SubscribedOperation;
  readonly field: LiveField;
  /** The arguments of the field; only `after` differs between the subscribers. */
  readonly args: object;
  /** Names its results among those of all cohorts. */
  readonly number: number;
  varies: Varies;
  subscribers: number;
  leave(): void;
};

export type Cohorts = {
  /** The cohort of an operation, with one more subscriber. */
  enter(operation: SubscribedOperation, request: Pick<LiveRequest, 'field' | 'args'>): Cohort;
};

/** @param planOf between whom the results of an operation differ */
export function createCohorts(planOf: (prepared: Prepared) => Varies): Cohorts {
  const cohortsOf = new WeakMap<Prepared, Map<string, Cohort>>();
  let cohorts = 0;

  return {
    enter(operation, { field, args }) {
      const { prepared } = operation;
      const known = cohortsOf.get(prepared) ?? new Map<string, Cohort>();
      cohortsOf.set(prepared, known);
      const key = keyOf(operation);
      const cohort: Cohort = known.get(key) ?? {
        operation,
        field,
        args,
        number: (cohorts += 1),
        varies: planOf(prepared),
        subscribers: 0,
        leave() {
          this.subscribers -= 1;
          if (this.subscribers === 0) known.delete(key);
        },
      };
      cohort.subscribers += 1;
      known.set(key, cohort);
      return cohort;
    },
  };
}

/** The variables without the cursor, which says where a subscription begins and not what its events are. */
function keyOf({ prepared, variables }: SubscribedOperation): string {
  const cursor = cursorVariableOf(prepared);
  const entries = Object.entries<VariableValues[string]>(variables).filter(([name]) => name !== cursor);
  return JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The variable that is used as `after` of the subscription and nowhere else. */
function cursorVariableOf({ document }: Prepared): string | null {
  const uses: string[] = [];
  let cursor: ArgumentNode | undefined;
  visit(document, {
    VariableDefinition: () => false,
    Variable: (node) => void uses.push(node.name.value),
    Argument(node) {
      if (node.name.value === 'after') cursor ??= node;
    },
  });
  if (cursor?.value.kind !== Kind.VARIABLE) return null;
  const name = cursor.value.name.value;
  return uses.filter((use) => use === name).length === 1 ? name : null;
}
