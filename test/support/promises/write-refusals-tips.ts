import { commentOn, publish } from '#test/support/content/comments.ts';
import { sent } from '#test/support/messaging/message-reactions.ts';
import { block, startWith } from '#test/support/messaging/messaging.ts';
import { give } from '#test/support/money/ledger.ts';
import { send } from '#test/support/money/tips.ts';
import { follow, setPrivacy } from '#test/support/people/people.ts';
import { runSql } from '#test/support/test-server.ts';
import type { Person } from '#test/support/world.ts';
import {
  type AcceptedCall,
  accountCases,
  notFoundError,
  type RefusalCases,
  type RefusalScene,
} from './write-refusals.ts';

type Kind = {
  readonly noun: string;
  readonly field: string;
  /** Makes something of the receiver that the sender sees. */
  readonly make: (receiver: Person, sender: Person) => Promise<string>;
};

const KINDS: Readonly<Record<'POST' | 'COMMENT' | 'USER' | 'MESSAGE', Kind>> = {
  POST: { noun: 'Post', field: 'postId', make: (receiver) => publish(receiver) },
  COMMENT: {
    noun: 'Comment',
    field: 'commentId',
    make: async (receiver, sender) => commentOn(receiver, await publish(sender)),
  },
  USER: { noun: 'User', field: 'userId', make: ({ id }) => Promise.resolve(id) },
  MESSAGE: {
    noun: 'Message',
    field: 'messageId',
    make: async (receiver, sender) => sent(receiver, await startWith(sender, receiver)),
  },
};

type Tip = AcceptedCall & { readonly receiver: Person; readonly target: object };

/** A tip of 10 coins by somebody who has 100. */
const tipTo =
  ({ field, make }: Kind) =>
  async ({ world, person }: RefusalScene): Promise<Tip> => {
    const [actor, receiver] = [await person(), await person()];
    await give(world, actor, 100, { kind: 'COINS' });
    const target = { [field]: await make(receiver, actor) };
    const input = { target, amountCoins: 10, idempotencyKey: 'tip' };
    return { actor, receiver, target, mutation: 'sendTip', input };
  };

const SET_LIMIT = `mutation ($input: SetSpendingLimitInput!) { setSpendingLimit(input: $input) { errors { code } } }`;

function tipCases(kind: Kind): RefusalCases {
  const accepted = tipTo(kind);
  return {
    ...accountCases('TIPPING', accepted),
    async TARGET_NOT_FOUND(scene) {
      const call = await accepted(scene);
      const target = await hiddenTarget(scene, kind, call);
      return {
        ...call,
        input: { ...call.input, target },
        error: notFoundError(kind.noun, 'target', kind.field),
      };
    },
    async OWN_TARGET(scene) {
      const call = await accepted(scene);
      const target = { [kind.field]: await kind.make(call.actor, call.receiver) };
      return {
        ...call,
        input: { ...call.input, target },
        error: {
          code: 'VALIDATION_FAILED',
          message: 'Give tips to others.',
          path: ['target'],
          constraint: 'others',
        },
      };
    },
    async NOT_ALLOWED(scene) {
      const call = await accepted(scene);
      await setPrivacy(call.receiver, { tipAudience: 'NOBODY' });
      const message = 'The receiver does not take tips from you.';
      return { ...call, error: { code: 'FORBIDDEN', message, path: ['target'] } };
    },
    async NOT_ANONYMOUS(scene) {
      const call = await accepted(scene);
      await setPrivacy(call.receiver, { tipAudience: 'FOLLOWERS' });
      await follow(call.actor, call.receiver);
      const message = 'The receiver would know you, as nobody else can give this: give your name.';
      return {
        ...call,
        input: { ...call.input, isAnonymous: true },
        error: { code: 'VALIDATION_FAILED', message, path: ['isAnonymous'], constraint: 'anonymity' },
      };
    },
    async INSUFFICIENT_COINS(scene) {
      const call = await accepted(scene);
      const coins = { requiredCoins: 101, availableCoins: 100 };
      return {
        ...call,
        input: { ...call.input, amountCoins: 101 },
        error: {
          code: 'INSUFFICIENT_COINS',
          message: 'This needs 101 coins, and 100 are there.',
          ...coins,
        },
      };
    },
    async KEY_IN_BOOKS(scene) {
      const call = await accepted(scene);
      await send(call.actor, call.input);
      await runSql(scene.world.connectionString, 'delete from idempotency_keys');
      const message = 'This idempotency key is in the books already: use a new key.';
      return { ...call, error: { code: 'IDEMPOTENCY_KEY_REUSED', message, path: ['idempotencyKey'] } };
    },
    async OWN_LIMIT(scene) {
      const call = await accepted(scene);
      await call.actor.do(SET_LIMIT, { input: { period: 'WEEK', limitCoins: 9 } });
      const message = 'This passes the limit that you have set for your own spending.';
      return {
        ...call,
        error: { code: 'LIMIT_REACHED', message, path: ['amountCoins'] },
      };
    },
    async NEW_ACCOUNT(scene) {
      const call = await accepted(scene);
      await give(scene.world, call.actor, 20_000, { kind: 'COINS' });
      await send(call.actor, { target: call.target, amountCoins: 9_991 });
      const message = 'An account gives at most 10000 coins in 24 hours during its first 30 days.';
      return { ...call, error: { code: 'LIMIT_REACHED', message, path: ['amountCoins'] } };
    },
  };
}

/** A target that the caller does not see: of somebody who has blocked them, or in a conversation of others. */
async function hiddenTarget(
  { world, person }: RefusalScene,
  kind: Kind,
  { actor, receiver }: Tip,
): Promise<object> {
  const target = { [kind.field]: await kind.make(receiver, await person()) };
  await block(world, receiver, actor);
  return target;
}

export const TIP_REFUSALS: Readonly<Record<string, RefusalCases>> = Object.fromEntries(
  Object.entries(KINDS).map(([name, kind]) => [`tips/writeTip.${name}`, tipCases(kind)]),
);
