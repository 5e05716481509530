import type { Conversation, ParticipantRole } from '../conversations/conversations.types.ts';

/** Guards `pinMessage` and `unpinMessage` and answers `viewer.canPinMessages`: in a group its owner and admins, else both. */
export const canPin = ({ kind }: Pick<Conversation, 'kind'>, role: ParticipantRole): boolean =>
  kind === 'DIRECT' || role !== 'MEMBER';
