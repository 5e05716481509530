import type { RawBuilder } from 'kysely';
import type { RequestContext, UserContext } from '#platform/request/context.ts';

/** Rules of voting in the polls of messages. */
export type MessageVoting = {
  /**
   * Whether the message `m` of the conversation `c` takes a vote of the viewer, its participant `me`.
   * @param requestMessages the limit of this name
   * @param isSenderAvailable whether the sender is deleted or seen
   */
  readonly isOpenSql: (
    viewer: { readonly id: RawBuilder<string>; readonly now: RawBuilder<Date> },
    requestMessages: RawBuilder<number>,
    isSenderAvailable: RawBuilder<boolean>,
  ) => RawBuilder<boolean>;
  /** Finds why a message takes no vote. @throws AppError */
  readonly assertOpen: (ctx: UserContext, messageId: string) => Promise<void>;
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
