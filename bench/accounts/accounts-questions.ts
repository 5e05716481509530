/** One condition of the list of accounts; every world has accounts that fulfil it, unless `isEmpty`. */
export type AccountsQuestion = {
  readonly name: string;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly isEmpty?: boolean;
};

/** The beginning of the time in which users register, one each minute. */
const BEGINNING_MS = Date.UTC(2024, 0, 1);
const MINUTE_MS = 60_000;

/** Each condition by itself, with values that hold for many accounts, for few and for none. */
export function accountsQuestions(users: number): AccountsQuestion[] {
  const moment = (share: number): Date => new Date(BEGINNING_MS + Math.floor(users * share) * MINUTE_MS);
  const search = (text: string, isEmpty = false): AccountsQuestion => ({
    name: `search ${text}`,
    filter: { search: text },
    isEmpty,
  });
  return [
    { name: 'all', filter: {} },
    ...['m', 'ma', 'mar', 'xa', 'hyacinth', 'maria.', 'quispe.', 'maria.smith'].map((text) => search(text)),
    search('nobody@', true),
    ...['ACTIVE', 'DEACTIVATED', 'PENDING_DELETION', 'DELETED'].map((state) => ({
      name: `state ${state}`,
      filter: { state },
    })),
    ...[true, false].map((isSuspended) => ({ name: `isSuspended ${isSuspended}`, filter: { isSuspended } })),
    ...[true, false].map((hasBadge) => ({ name: `hasBadge ${hasBadge}`, filter: { hasBadge } })),
    { name: 'createdFrom, nearly all', filter: { createdFrom: moment(0.01) } },
    { name: 'createdFrom, half', filter: { createdFrom: moment(0.5) } },
    { name: 'createdFrom, few', filter: { createdFrom: moment(0.9999) } },
    { name: 'createdFrom, none', filter: { createdFrom: moment(1.1) }, isEmpty: true },
    { name: 'createdBefore, nearly all', filter: { createdBefore: moment(0.99) } },
    { name: 'createdBefore, half', filter: { createdBefore: moment(0.5) } },
    { name: 'createdBefore, one in a hundred', filter: { createdBefore: moment(0.01) } },
    { name: 'createdBefore, few', filter: { createdBefore: moment(0.0001) } },
    { name: 'createdBefore, none', filter: { createdBefore: moment(-1) }, isEmpty: true },
    { name: 'updatedAfter, nearly all', filter: { updatedAfter: moment(0.1) } },
    { name: 'updatedAfter, half', filter: { updatedAfter: moment(0.7) } },
    { name: 'updatedAfter, few', filter: { updatedAfter: moment(0.9999) } },
    { name: 'updatedAfter, none', filter: { updatedAfter: moment(1.1) }, isEmpty: true },
  ];
}
