import { AppError, ERROR_CODES, type ErrorCode, ValidationFailed } from '#platform/kernel/errors.ts';
import { OBJECT_STATES, type ObjectState } from '#platform/kernel/object-states.ts';
import { MEDIA_TYPES } from '#platform/kernel/media-types.ts';
import { builder } from './builder.ts';
import { enumType } from './enum.ts';
import { listSize } from './list-size.ts';

/** An AppError as a plain value: GraphQL throws every Error that a resolver returns. */
export type Refusal = Pick<AppError, 'code' | 'message' | 'inputPath' | 'details'>;

export const ErrorCodeRef = enumType<ErrorCode>('ErrorCode', {
  description: 'Every code of an error, in `errors[].extensions.code` and in the `errors` of a payload.',
  values: ERROR_CODES,
});

/** The values are declared by the modules and added when the schema is built. */
export const RestrictionKindRef = builder.enumType('RestrictionKind', {
  description: 'Kind of action that a restriction on an account forbids.',
  values: {},
});

export const UserErrorRef = builder.interfaceRef<Refusal>('UserError').implement({
  description: 'Reason of a refused mutation, which changed nothing.',
  fields: (t) => ({
    code: t.field({
      type: ErrorCodeRef,
      description: 'The kind of refusal.',
      resolve: (error) => error.code,
    }),
    message: t.string({
      description: 'One or two English sentences for developers. Show users a text of your own by `code`.',
      resolve: (error) => error.message,
    }),
    path: t.stringList({
      nullable: true,
      description:
        'The path of the wrong field in `input`, outermost first. Null when no single field is wrong.',
      resolve: (error) => (error.inputPath.length > 0 ? [...error.inputPath] : null),
    }),
  }),
  resolveType: (error) => TYPE_OF_CODE[error.code] ?? 'PlainError',
});

const TYPE_OF_CODE: Partial<Record<ErrorCode, string>> = {
  VALIDATION_FAILED: 'ValidationError',
  CONFLICT: 'ConflictError',
  RESTRICTED: 'RestrictedError',
  RATE_LIMITED: 'RateLimitedError',
  INVALID_STATE: 'StateError',
  CONSENT_REQUIRED: 'ConsentRequiredError',
  INSUFFICIENT_COINS: 'InsufficientCoinsError',
  MODERATION_NUDGE: 'ModerationNudgeError',
  PAYMENT_DECLINED: 'PaymentDeclinedError',
  PRICE_CHANGED: 'PriceChangedError',
};

builder.objectRef<Refusal>('PlainError').implement({
  description: 'A refusal without details beyond its code and message.',
  interfaces: [UserErrorRef],
});

builder.objectRef<Refusal>('ValidationError').implement({
  description: 'An input value breaks a rule of its field.',
  interfaces: [UserErrorRef],
  fields: (t) => ({
    constraint: t.string({
      nullable: true,
      description: 'The broken rule, such as `maxLength`. Null if it has no name.',
      resolve: (error) => error.details.constraint ?? null,
    }),
    limit: t.int({
      nullable: true,
      description: 'The bound of the rule. Null if it has none.',
      resolve: (error) => error.details.limit ?? null,
    }),
    acceptedTypes: t.stringList({
      nullable: true,
      description: `MIME types of the files that the field takes, at most ${MEDIA_TYPES.size}. Null unless a file is refused.`,
      extensions: { listSize: MEDIA_TYPES.size },
      resolve: (error) => (error.details.acceptedTypes ? [...error.details.acceptedTypes] : null),
    }),
  }),
});

builder.objectRef<Refusal>('ConflictError').implement({
  description: 'The value is already taken, or the object was changed concurrently.',
  interfaces: [UserErrorRef],
  fields: (t) => ({
    existingId: t.id({
      nullable: true,
      description: 'Global id of the object that has the value. Null where the mutation does not tell it.',
      resolve: (error) => error.details.existingId ?? null,
    }),
  }),
});

builder.objectRef<Refusal>('RestrictedError').implement({
  description: 'A restriction on the account forbids the mutation.',
  interfaces: [UserErrorRef],
  fields: (t) => ({
    kind: t.field({
      type: RestrictionKindRef,
      description: 'The restriction in force.',
      resolve: ({ details }) => {
        if (!details.kind) throw new Error('A RESTRICTED error has no kind.');
        return details.kind;
      },
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the restriction ends. Null when it lasts until it is lifted.',
      resolve: (error) => error.details.expiresAt ?? null,
    }),
    decisionId: t.id({
      nullable: true,
      description: 'Global id of the decision of moderators behind it, `decision_…`. Null if there is none.',
      resolve: (error) => error.details.decisionId ?? null,
    }),
  }),
});

builder.objectRef<Refusal>('RateLimitedError').implement({
  description: 'The caller used the field too often.',
  interfaces: [UserErrorRef],
  fields: (t) => ({
    retryAfterSeconds: t.int({
      description: 'Seconds until the mutation can be tried again.',
      resolve: (error) => error.details.retryAfterSeconds ?? 0,
    }),
  }),
});

const ObjectStateRef = enumType<ObjectState>('ObjectState', {
  description: 'State of an object that refuses a mutation, and in which it would not.',
  values: OBJECT_STATES,
});

builder.objectRef<Refusal>('StateError').implement({
  description: 'The state of the object does not allow the mutation.',
  interfaces: [UserErrorRef],
  fields: (t) => ({
    current: t.field({
      type: ObjectStateRef,
      description: 'The current state of the object.',
      resolve: ({ details }) => {
        if (!details.current) throw new Error('An INVALID_STATE error has no state.');
        return details.current;
      },
    }),
    allowed: t.field({
      type: [ObjectStateRef],
      description: 'The states in which the mutation would be accepted, at most 5.',
      extensions: listSize(5),
      resolve: (error) => [...(error.details.allowed ?? [])],
    }),
  }),
});

builder.objectRef<Refusal>('ConsentRequiredError').implement({
  description: 'The mutation takes something away, and the input does not name exactly that.',
  interfaces: [UserErrorRef],
  fields: (t) => ({
    lostCoins: t.float({
      description: 'The coins that the user loses.',
      resolve: (error) => error.details.lostCoins ?? 0,
    }),
  }),
});

builder.objectRef<Refusal>('InsufficientCoinsError').implement({
  description: 'The user has fewer coins than the mutation needs.',
  interfaces: [UserErrorRef],
  fields: (t) => ({
    requiredCoins: t.float({
      description: 'The coins that it needs.',
      resolve: (error) => error.details.requiredCoins ?? 0,
    }),
    availableCoins: t.float({
      description: 'The coins that the user has.',
      resolve: (error) => error.details.availableCoins ?? 0,
    }),
  }),
});

builder.objectRef<Refusal>('PriceChangedError').implement({
  description: 'The price is another one than the input expects, and nothing was paid.',
  interfaces: [UserErrorRef],
  fields: (t) => ({
    currentPriceCoins: t.float({
      description: 'The price in coins now.',
      resolve: (error) => error.details.currentPriceCoins ?? 0,
    }),
  }),
});

/** The domain of screening adds the field `category`. */
export const ModerationNudgeErrorRef = builder.objectRef<Refusal>('ModerationNudgeError').implement({
  description: 'A machine takes the text for something that may hurt: ask its author to think again.',
  interfaces: [UserErrorRef],
  fields: (t) => ({
    retryToken: t.string({
      description:
        'Sent as `retryToken` with the same text within 10 minutes, it publishes the text as it is, for moderators to look at.',
      resolve: ({ details }) => details.retryToken ?? '',
    }),
  }),
});

/** The domain of payments adds the field `reason`. */
export const PaymentDeclinedErrorRef = builder.objectRef<Refusal>('PaymentDeclinedError').implement({
  description: 'The card was declined.',
  interfaces: [UserErrorRef],
});

/** Codes of requests that cannot be served at all: they stay top-level errors, in mutations too. */
const REQUEST_CODES: ReadonlySet<ErrorCode> = new Set([
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'TIMEOUT',
  'SERVICE_UNAVAILABLE',
  'INTERNAL',
]);

/** @returns the payload errors of a thrown value, or null for an unexpected error */
export function refusalsOf(thrown: unknown): readonly Refusal[] | null {
  if (thrown instanceof ValidationFailed) return thrown.problems.map(refusal);
  if (thrown instanceof AppError && !REQUEST_CODES.has(thrown.code)) return [refusal(thrown)];
  return null;
}

const refusal = ({ code, message, inputPath, details }: AppError): Refusal => ({
  code,
  message,
  inputPath,
  details,
});
