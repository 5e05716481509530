import type { RawBuilder } from 'kysely';
import type { AppError } from '#platform/kernel/errors.ts';
import type { RefusedIf } from '#platform/outbox/write.ts';
import type { RequestContext } from '#platform/request/context.ts';

/** Why a message takes no vote. */
export type MessageVoteRefusal = 'READ_ONLY' | 'REQUEST' | 'REQUESTED' | 'CLOSED';

/** Rules of voting in the polls of messages. */
export type MessageVoting = {
  /**
   * Selects a message that the viewer sees, of the aliases `m`, `c` and `me`, with what `refusedIf` reads.
   * @param message its id, and the limit of this name
   * @param isSenderAvailable whether the sender is deleted or seen
   */
  readonly rowSql: (
    viewer: { readonly id: RawBuilder<string>; readonly now: RawBuilder<Date> },
    message: { readonly messageId: RawBuilder<string>; readonly requestMessages: RawBuilder<number> },
    isSenderAvailable: RawBuilder<boolean>,
  ) => RawBuilder<unknown>;
  /** The errors of a vote. */
  readonly refusals: Readonly<Record<MessageVoteRefusal, () => AppError>>;
  /** When a vote is refused, by the row `message`; never where its columns are null. */
  readonly refusedIf: Readonly<Record<MessageVoteRefusal, RefusedIf>>;
  /** Answers `viewer.canVote`. */
  readonly isOpen: (ctx: RequestContext, messageId: string) => Promise<boolean>;
};

let provided: MessageVoting | null = null;

/** Hands over the rules of the tier of messaging, which this tier does not import; its module does so when it is loaded. */
export function provideMessageVoting(rules: MessageVoting): void {
  provided = rules;
}

export function messageVoting(): MessageVoting {
  if (!provided) throw new Error('no module has provided the rules of voting in messages');
  return provided;
}
