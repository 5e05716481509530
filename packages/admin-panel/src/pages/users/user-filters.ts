import type { AccountState, UserAccountOrder } from '../../generated/graphql.ts';

export const STATES: readonly AccountState[] = ['ACTIVE', 'DEACTIVATED', 'PENDING_DELETION', 'DELETED'];
export const ORDERS: readonly UserAccountOrder[] = ['NEWEST', 'LAST_UPDATED'];
export const ANSWERS = ['YES', 'NO'] as const;
export type Answer = (typeof ANSWERS)[number];

/** Filters of the list, in the address of the page. */
export type UserFilters = {
  readonly search?: string;
  readonly state?: AccountState;
  readonly suspended?: Answer;
  readonly badge?: Answer;
  readonly from?: string;
  readonly before?: string;
  readonly order?: UserAccountOrder;
};

/** Leaves out what no filter understands. */
export function userFiltersOf(given: Record<string, unknown>): UserFilters {
  const text = (name: string): string | undefined => textOf(given[name]);
  const one = <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
    values.find((value) => value === given[name]);
  const day = (name: string): string | undefined => /^\d{4}-\d{2}-\d{2}$/.exec(text(name) ?? '')?.[0];
  return withValues({
    search: text('search'),
    state: one('state', STATES),
    suspended: one('suspended', ANSWERS),
    badge: one('badge', ANSWERS),
    from: day('from'),
    before: day('before'),
    order: one('order', ORDERS),
  });
}

/** The text of a value of the address; the router reads one that looks like a number as a number. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The entries that have a value. */
const withValues = (filters: { [Key in keyof UserFilters]: UserFilters[Key] | undefined }): UserFilters =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
