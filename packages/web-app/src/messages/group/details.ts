import type { ConversationDetailsQuery } from './details.generated.ts';

/** A conversation as the screen of its details shows it. */
export type Details = NonNullable<ConversationDetailsQuery['conversation']>;
