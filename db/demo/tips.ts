import { sendTip } from '#domains/creator/tips/tips.service.ts';
import { HOUR_MS } from '#platform/kernel/clock.ts';
import type { UserContext } from '#platform/request/context.ts';
import { idempotencyKeyOf } from '#platform/request/idempotency.ts';
import { RESIDENTS } from './people.ts';
import { PLAN, type PlannedPost } from './plan.ts';

/** A tip for a post, by usernames. */
export type DemoTip = {
  readonly sender: string;
  readonly post: PlannedPost;
  readonly amountCoins: number;
  readonly message: string | null;
  readonly isAnonymous: boolean;
  readonly agoMs: number;
};

const [first = '', second = ''] = RESIDENTS.map(({ username }) => username);

/** Coins that the second person has to give. */
export const SECOND_GRANT_COINS = 200;
export const SECOND_TIPPER = second;

/** Older than any tip. */
const POSTED_BEFORE_MS = 48 * HOUR_MS;

const postsOf = (author: string): PlannedPost[] =>
  PLAN.posts.filter((post) => post.author === author && post.agoMs > POSTED_BEFORE_MS);

type Words = Pick<DemoTip, 'amountCoins' | 'message' | 'isAnonymous'>;

const GIVEN: readonly Words[] = [
  { amountCoins: 25, message: 'This made my morning.', isAnonymous: false },
  { amountCoins: 5, message: null, isAnonymous: false },
  { amountCoins: 40, message: 'From a quiet reader.', isAnonymous: true },
];

const tipsBetween = (sender: string, author: string): DemoTip[] =>
  postsOf(author)
    .slice(0, GIVEN.length)
    .flatMap((post, index) => {
      const words = GIVEN[index];
      return words ? [{ sender, post, ...words, agoMs: (30 - 8 * index) * HOUR_MS }] : [];
    });

/** Between the first two people, in the order of their times for each sender. */
export const DEMO_TIPS: readonly DemoTip[] = [...tipsBetween(first, second), ...tipsBetween(second, first)];

/** Sends a tip of the user of the context, at its time. */
export async function tipPost(ctx: UserContext, postId: string, tip: DemoTip): Promise<void> {
  const { amountCoins, message, isAnonymous } = tip;
  const input = { target: { postId }, amountCoins, message, isAnonymous };
  const key = idempotencyKeyOf(ctx, 'sendTip', { ...input, idempotencyKey: `demo-${postId}` });
  if (key) await sendTip(ctx, input, key);
}
