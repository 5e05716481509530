import type { Scene } from './idempotency-scene.ts';

export type Input = Readonly<Record<string, unknown>>;
/** An input for one call; another call without a key must be possible with the next one. */
export type MakeInput = (scene: Scene) => Input | Promise<Input>;

/** A mutation that takes an `idempotencyKey`, with complete inputs. */
export type IdempotentMutation = {
  /** The field of the payload with its selection. */
  readonly payload: string;
  readonly type: string;
  readonly selection: string;
  readonly events: readonly string[];
  /** Statements for other fields of the payload; by default none. */
  readonly besideStatements?: number;
  /** Without optional fields, where possible. */
  readonly required?: MakeInput;
  /** Each optional field, alone where possible. */
  readonly optional: Readonly<Record<string, MakeInput>>;
  /** Optional fields that require each other. */
  readonly together: readonly (readonly string[])[];
  /** Changes an input into another one. */
  readonly change: Input;
  /** Refused as late as possible. */
  readonly refused: MakeInput;
  /** Whether the caller still sees it when the other user has blocked them. */
  readonly isSeenAfterBlock: boolean;
  /** Makes the object of this id invisible to the caller; null where nothing can. */
  readonly remove: ((scene: Scene, id: string) => Promise<unknown>) | null;
};

export const ERRORS = 'errors { code path }';

export const text = 'Hello';
/** No media item has this id. */
export const MISSING_MEDIA = { text, mediaIds: ['media_7zzzzzzzzzzzzzzzzzzzzzzzzz'] };
