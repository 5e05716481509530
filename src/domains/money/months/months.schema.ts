import { adminSignedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { adminCloseMonth, adminGetMonths, adminGetTrialBalance, LISTED_MONTHS } from './months.service.ts';
import type { BookMonth, TrialBalance, TrialBalanceLine } from './months.types.ts';

const BookMonthRef = builder.objectRef<BookMonth>('AdminBookMonth').implement({
  description:
    'A month of the books that is closed: no transfer of coins or cash carries a date in it any more.',
  fields: (t) => ({
    month: t.exposeString('month', { description: 'The month in UTC, such as `2026-11`.' }),
    endsAt: t.field({
      type: 'DateTime',
      description: 'First moment after it.',
      resolve: ({ endsAt }) => endsAt,
    }),
    closedById: t.id({
      description: 'Global id of the admin who closed it.',
      resolve: ({ closedBy }) => toGlobalId('admin', closedBy),
    }),
    closedAt: t.field({
      type: 'DateTime',
      description: 'Time at which it was closed.',
      resolve: ({ closedAt }) => closedAt,
    }),
    completedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which its trial balance was written. Null for a short while after it was closed.',
      resolve: ({ balancedAt }) => balancedAt,
    }),
  }),
});

const CoinsLineRef = builder.objectRef<TrialBalanceLine>('AdminTrialBalanceCoins').implement({
  description: 'All accounts of coins of one kind in a month. Exact up to 2⁵³ coins.',
  fields: (t) => ({
    account: t.exposeString('account', {
      description: 'Kind of the accounts: `COINS`, `PROMO`, `EARNINGS` of users, or one of the platform.',
    }),
    openingCoins: t.float({
      description: 'Coins at the beginning of the month; below zero for where coins come from.',
      resolve: ({ opening }) => opening,
    }),
    debitCoins: t.float({ description: 'Coins that they gave.', resolve: ({ debits }) => debits }),
    creditCoins: t.float({ description: 'Coins that they got.', resolve: ({ credits }) => credits }),
    closingCoins: t.float({
      description: '`openingCoins` and `creditCoins`, less `debitCoins`.',
      resolve: ({ closing }) => closing,
    }),
  }),
});

const CashLineRef = builder.objectRef<TrialBalanceLine>('AdminTrialBalanceCash').implement({
  description:
    'An account of cash in a month and a currency, in its smallest unit by ISO 4217. Debits are above zero. Exact up to 2⁵³.',
  fields: (t) => ({
    account: t.exposeString('account', {
      description: 'The account, such as `PROVIDER_BALANCE`, `PROVIDER_FEES` or `CARD_SALES`.',
    }),
    currency: t.exposeString('currency', { description: 'The currency as ISO 4217, such as `EUR`.' }),
    openingMinor: t.float({
      description: 'Balance at the beginning of the month.',
      resolve: ({ opening }) => opening,
    }),
    debitMinor: t.float({ description: 'Sum of its debits.', resolve: ({ debits }) => debits }),
    creditMinor: t.float({ description: 'Sum of its credits.', resolve: ({ credits }) => credits }),
    closingMinor: t.float({
      description: '`openingMinor` and `debitMinor`, less `creditMinor`.',
      resolve: ({ closing }) => closing,
    }),
  }),
});

/** More than kinds of accounts of coins. */
const COINS_LINES_MAX = 50;
/** As many as accounts of cash in all currencies. */
const CASH_LINES_MAX = 1_500;

const TrialBalanceRef = builder.objectRef<TrialBalance>('AdminTrialBalance').implement({
  description: 'Sums of all accounts of the books in a closed month. They never change.',
  fields: (t) => ({
    month: t.field({ type: BookMonthRef, description: 'The month.', resolve: (balance) => balance }),
    coins: t.field({
      type: [CoinsLineRef],
      description: `Accounts of coins by kind, at most ${COINS_LINES_MAX}. Their debits and credits have the same sum.`,
      extensions: listSize(COINS_LINES_MAX),
      resolve: ({ lines }) => lines.filter(({ book }) => book === 'COINS'),
    }),
    cash: t.field({
      type: [CashLineRef],
      description: `Accounts of cash by account and currency, at most ${CASH_LINES_MAX}. In each currency their debits and credits have the same sum.`,
      extensions: listSize(CASH_LINES_MAX),
      resolve: ({ lines }) => lines.filter(({ book }) => book === 'CASH'),
    }),
  }),
});

builder.queryField('adminGetMonths', (t) =>
  t.field({
    type: [BookMonthRef],
    nullable: true,
    description: `Closed months of the books, newest first, at most ${LISTED_MONTHS}.`,
    access: { permission: 'COINS_READ' },
    extensions: listSize(LISTED_MONTHS),
    resolve: (_root, _args, ctx) => adminGetMonths(adminSignedIn(ctx)),
  }),
);

builder.queryField('adminGetTrialBalance', (t) =>
  t.field({
    type: TrialBalanceRef,
    nullable: true,
    description: 'Trial balance of a month. Null unless the month is closed and `completedAt` is set.',
    access: { permission: 'COINS_READ' },
    args: { month: t.arg.string({ required: true, description: 'The month in UTC, such as `2026-11`.' }) },
    resolve: (_root, { month }, ctx) => adminGetTrialBalance(adminSignedIn(ctx), month),
  }),
);

mutationField('adminCloseMonth', {
  description:
    'Closes a month of the books: what is told of it later is booked in an open month. Its trial balance follows shortly. Succeeds without a change if it is closed; it cannot be opened again.',
  refusals:
    'INVALID_STATE with `current` NOT_OVER until an hour after its end, EARLIER_OPEN while an earlier month is open, and UNBOOKED while the provider does not show what payments have moved.',
  access: { permission: 'COINS_MANAGE' },
  restriction: null,
  input: (t) => ({
    month: t.string({ required: true, description: 'The month in UTC, such as `2026-11`.' }),
  }),
  payload: { month: { type: BookMonthRef, description: 'The month.' } },
  resolve: async (ctx, input) => ({ month: await adminCloseMonth(ctx, input) }),
});
