import { AppError, ERROR_CODES, type ErrorCode, ValidationFailed } from '../errors.ts';
import { RESTRICTION_KINDS, type RestrictionKind } from '../restriction-kinds.ts';
import { builder } from './builder.ts';
import { enumOf } from './enum.ts';

/** What an AppError says, as a plain value: GraphQL throws every Error that a resolver returns. */
export type Refusal = Pick<AppError, 'code' | 'message' | 'inputPath' | 'details'>;

const ErrorCodeRef = enumOf<ErrorCode>('ErrorCode', {
  description: 'Every code of an error, in `errors[].extensions.code` and in the `errors` of a payload.',
  values: ERROR_CODES,
});

const RestrictionKindRef = enumOf<RestrictionKind>('RestrictionKind', {
  description: 'What a restriction on an account stops.',
  values: RESTRICTION_KINDS,
});

export const UserErrorRef = builder.interfaceRef<Refusal>('UserError').implement({
  description: 'Why a mutation was refused. A refused mutation changed nothing.',
  fields: (t) => ({
    code: t.field({
      type: ErrorCodeRef,
      description: 'The kind of refusal.',
      resolve: (error) => error.code,
    }),
    message: t.string({
      description:
        'One or two English sentences for a developer; show the user a text of your own by `code`.',
      resolve: (error) => error.message,
    }),
    path: t.stringList({
      nullable: true,
      description: 'The field of `input` at fault, outermost first; null when no single field is.',
      resolve: (error) => (error.inputPath.length > 0 ? [...error.inputPath] : null),
    }),
  }),
  resolveType: (error) => TYPE_OF_CODE[error.code] ?? 'PlainError',
});

const TYPE_OF_CODE: Partial<Record<ErrorCode, string>> = {
  VALIDATION_FAILED: 'ValidationError',
  RESTRICTED: 'RestrictedError',
  RATE_LIMITED: 'RateLimitedError',
  INVALID_STATE: 'StateError',
};

builder.objectRef<Refusal>('PlainError').implement({
  description: 'A refusal that its code and message say all about.',
  interfaces: [UserErrorRef],
});

builder.objectRef<Refusal>('ValidationError').implement({
  description: 'An input value breaks a rule of its field.',
  interfaces: [UserErrorRef],
  fields: (t) => ({
    constraint: t.string({
      nullable: true,
      description: 'The rule that is broken, such as `maxLength`; null when the message alone says it.',
      resolve: (error) => error.details.constraint ?? null,
    }),
    limit: t.int({
      nullable: true,
      description: 'The bound of the rule; null when it has none.',
      resolve: (error) => error.details.limit ?? null,
    }),
  }),
});

builder.objectRef<Refusal>('RestrictedError').implement({
  description: 'A restriction on the account stops the mutation.',
  interfaces: [UserErrorRef],
  fields: (t) => ({
    kind: t.field({
      type: RestrictionKindRef,
      description: 'The restriction in force.',
      // Only `restricted` makes errors with this code, and it takes a RestrictionKind.
      resolve: (error) => error.details.kind as RestrictionKind,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the restriction ends; null when it lasts until it is lifted.',
      resolve: (error) => error.details.expiresAt ?? null,
    }),
  }),
});

builder.objectRef<Refusal>('RateLimitedError').implement({
  description: 'The caller did this too often.',
  interfaces: [UserErrorRef],
  fields: (t) => ({
    retryAfterSeconds: t.int({
      description: 'Seconds until the mutation may be tried again.',
      resolve: (error) => error.details.retryAfterSeconds ?? 0,
    }),
  }),
});

builder.objectRef<Refusal>('StateError').implement({
  description: 'The object is in a state that does not allow this.',
  interfaces: [UserErrorRef],
  fields: (t) => ({
    current: t.string({
      description: 'The state that the object is in.',
      resolve: (error) => error.details.current ?? '',
    }),
    allowed: t.stringList({
      description: 'The states in which the mutation would be accepted.',
      resolve: (error) => [...(error.details.allowed ?? [])],
    }),
  }),
});

/** Codes that say the request itself cannot be served: they stay top-level errors, in mutations too. */
const REQUEST_CODES: ReadonlySet<ErrorCode> = new Set([
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'TIMEOUT',
  'SERVICE_UNAVAILABLE',
  'INTERNAL',
]);

/** @returns the payload errors that a thrown value stands for, or null when it is not the caller's doing */
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
