import type { RestrictionKind } from '#platform/kernel/restriction-kinds.ts';
import { deactivate } from '#test/support/messaging/messaging.ts';
import { restrict } from '#test/support/people/restrict.ts';
import type { Person, World } from '#test/support/world.ts';

/** A call that a write refuses, and its error in full. */
export type RefusedCall = {
  readonly actor: Person;
  readonly mutation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly error: RefusalShown;
};

/** As `REFUSAL_FIELDS` select it: what has no value is left out. */
export type RefusalShown = Readonly<Record<string, unknown>> & {
  readonly code: string;
  readonly message: string;
};

export const REFUSAL_FIELDS = `code message path
  ... on StateError { current allowed } ... on RestrictedError { kind expiresAt } ... on ValidationError { constraint limit }
  ... on InsufficientCoinsError { availableCoins requiredCoins }
  ... on PriceChangedError { currentPriceCoins }`;

/** The world of all cases, which registers users for each. */
export type RefusalScene = {
  readonly world: World;
  readonly person: () => Promise<Person>;
};

export type RefusalCase = (scene: RefusalScene) => Promise<RefusedCall>;

/** By the reason. */
export type RefusalCases = Readonly<Record<string, RefusalCase>>;

/** A call that is accepted. */
export type AcceptedCall = Omit<RefusedCall, 'error'>;

export const END = '2100-01-01T00:00:00.000Z';

/** The cases of `ACCOUNT_REFUSALS`. @param accepted a call by somebody whom nothing forbids it */
export const accountCases = (
  kind: RestrictionKind,
  accepted: (scene: RefusalScene) => Promise<AcceptedCall>,
): RefusalCases => ({
  async INACTIVE(scene) {
    const call = await accepted(scene);
    await deactivate(scene.world, call.actor);
    const message = 'The account is not active: reactivate it or cancel its deletion first.';
    return {
      ...call,
      error: { code: 'INVALID_STATE', message, current: 'DEACTIVATED', allowed: ['ACTIVE'] },
    };
  },
  async RESTRICTED(scene) {
    const call = await accepted(scene);
    await restrict(scene.world, call.actor, { kind, expiresAt: `'${END}'` });
    const message = 'A restriction on the account forbids this.';
    return { ...call, error: { code: 'RESTRICTED', message, kind, expiresAt: END } };
  },
});

export const notFoundError = (noun: string, ...path: readonly string[]): RefusalShown => ({
  code: 'NOT_FOUND',
  message: `${noun} not found.`,
  path,
});
