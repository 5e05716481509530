import { defineEvent } from '#platform/outbox/events/definition.ts';

type Reaction = {
  readonly messageId: string;
  readonly conversationId: string;
  /** The user who reacted. */
  readonly userId: string;
  readonly emoji: string;
};

/** To the members of the conversation. */
export const messageReacted = defineEvent<
  Reaction & {
    readonly seq: number;
    /** The sender of the message. */
    readonly senderId: string;
    /** Version of the conversation's members at the event. */
    readonly membersVersion: number;
  }
>('message.reacted');

/** To nobody: the members are told of it by `message.updated`. */
export const messageReactionRemoved = defineEvent<Reaction>('message.reactionRemoved');
