import type { ParticipantRole } from '../conversations/conversations.types.ts';

/** Guards `updateConversation` and answers `viewer.canEdit`. */
export const canEdit = (role: ParticipantRole): boolean => role !== 'MEMBER';

/** Guards `removeParticipant`: owners remove anybody, admins remove members. */
export const canRemove = (role: ParticipantRole, other: ParticipantRole): boolean =>
  role === 'OWNER' || (role === 'ADMIN' && other === 'MEMBER');
