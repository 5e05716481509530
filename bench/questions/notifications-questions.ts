import { z } from 'zod';
import { ask } from '../harness/product-server.ts';
import type { Size } from '../harness/report.ts';
import {
  NOTIFICATIONS_WORLD,
  type NotificationsWorldSize,
  READER,
  seedNotifications,
  SMALL_NOTIFICATIONS_WORLD,
} from './notifications-world.ts';
import type { Place, Question, QuestionTable } from './questions.ts';

export const notificationsWorldOf = (size: Size): NotificationsWorldSize =>
  size === 'small' ? SMALL_NOTIFICATIONS_WORLD : NOTIFICATIONS_WORLD;

/** The list and the counts of a user with very many notifications. */
export function notificationsTable(of: Size): QuestionTable {
  const size = notificationsWorldOf(of);
  return {
    name: 'notifications',
    size,
    fill: (client) => seedNotifications(client, size),
    visitors: [READER],
    jobs: [],
    ask: async (place) => ({ questions: await questionsOf(place), changes: [] }),
    largeTables: ['users', 'posts', 'notifications', 'notification_actors'],
    schedule: {
      usual: { rounds: 5, loadMs: 500, warmUpMs: 300 },
      full: { rounds: 9, loadMs: 1_000, warmUpMs: 300 },
    },
  };
}

const PAGE_SIZE = 20;
const DEEP_PAGES = 8;
const LIST_P50_MS_MAX = 10;
const COUNTS_P50_MS_MAX = 5;
/** The bound of what is counted. */
const COUNTED = 100;

const LIST = `query ($first: Int, $after: String) { list: myNotifications(first: $first, after: $after) {
  nodes { id type title body isRead isSeen latestAt actorCount actors { id username displayName } target { id } }
  pageInfo { hasNextPage endCursor } } }`;
const COUNTS = '{ myUnreadNotificationCount { unread { count isCapped } unseen { count isCapped } } }';

const endOfPage = z.object({ list: z.object({ pageInfo: z.object({ endCursor: z.string() }) }) });
const page = z.object({
  list: z.object({ nodes: z.array(z.object({ actorCount: z.literal(3) })).length(PAGE_SIZE) }),
});
const capped = z.object({ count: z.literal(COUNTED), isCapped: z.literal(true) });

async function questionsOf({ server, visitor }: Place): Promise<Question[]> {
  const cursors: string[] = [];
  for (let after: string | null = null; cursors.length < DEEP_PAGES;) {
    const asked = { query: LIST, variables: { first: 100, after } };
    const { list } = endOfPage.parse(await ask(server, { visitor, asked }));
    cursors.push((after = list.pageInfo.endCursor));
  }
  const paged = { query: LIST, isPaged: true, p50MsMax: LIST_P50_MS_MAX, answer: page };
  return [
    { ...paged, name: 'myNotifications, first page', variables: [{ first: PAGE_SIZE }] },
    {
      ...paged,
      name: 'myNotifications, later pages',
      variables: cursors.map((after) => ({ first: PAGE_SIZE, after })),
    },
    {
      name: 'myUnreadNotificationCount',
      query: COUNTS,
      variables: [{}],
      isPaged: false,
      p50MsMax: COUNTS_P50_MS_MAX,
      answer: z.object({ myUnreadNotificationCount: z.object({ unread: capped, unseen: capped }) }),
    },
  ];
}
