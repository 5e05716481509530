import { z } from 'zod';
import { COINS_WORLD, coinsVisitorNumbers, seedCoins, SMALL_COINS_WORLD } from './coins-world.ts';
import { ask } from '../harness/product-server.ts';
import type { Question, QuestionTable } from './questions.ts';
import type { Size } from '../harness/report.ts';

/** The histories of people with a million transactions each. */
export function coinsTable(of: Size): QuestionTable {
  const size = of === 'small' ? SMALL_COINS_WORLD : COINS_WORLD;
  return {
    name: 'ledger',
    size,
    fill: (client) => seedCoins(client, size),
    visitors: coinsVisitorNumbers(size),
    jobs: [],
    async ask({ server, visitor }) {
      const cursors: string[] = [];
      for (let after: string | null = null; cursors.length < DEEP_PAGES;) {
        const asked = { query: TRANSACTIONS, variables: { first: 100, after } };
        const { list } = endOfPage.parse(await ask(server, { visitor, asked }));
        cursors.push((after = list.pageInfo.endCursor));
      }
      const questions = [
        paged('myTransactions, first page', [{ first: PAGE_SIZE }]),
        paged(
          'myTransactions, later pages',
          cursors.map((after) => ({ first: PAGE_SIZE, after })),
        ),
        balance,
      ];
      return { questions, changes: [] };
    },
    largeTables: ['users', 'coin_accounts', 'coin_transfers', 'coin_entries', 'coin_transactions'],
    schedule: {
      usual: { rounds: 3, loadMs: 1_000, warmUpMs: 300 },
      full: { rounds: 5, loadMs: 2_000, warmUpMs: 300 },
    },
  };
}

const PAGE_SIZE = 20;
const DEEP_PAGES = 8;
const P50_MS_MAX = 5;

const TRANSACTIONS = `query ($first: Int, $after: String) { list: myTransactions(first: $first, after: $after) {
  nodes { id type direction status amountCoins balanceAfter createdAt } pageInfo { hasNextPage endCursor } } }`;
const endOfPage = z.object({ list: z.object({ pageInfo: z.object({ endCursor: z.string() }) }) });

const paged = (name: string, variables: Question['variables']): Question => ({
  name,
  query: TRANSACTIONS,
  variables,
  isPaged: true,
  p50MsMax: P50_MS_MAX,
  answer: z.object({
    list: z.object({ nodes: z.array(z.object({ balanceAfter: z.int() })).length(PAGE_SIZE) }),
  }),
});

const balance: Question = {
  name: 'myCoinBalance',
  query: '{ myCoinBalance { coins promoCoins } }',
  variables: [{}],
  isPaged: false,
  p50MsMax: P50_MS_MAX,
  answer: z.object({ myCoinBalance: z.object({ promoCoins: z.int().positive() }) }),
};
