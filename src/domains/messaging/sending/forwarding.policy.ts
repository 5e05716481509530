import type { MessageContent } from '../messages/message-content.types.ts';

/** Guards `forwardMessage`: the contents that can be forwarded. */
const CAN_FORWARD: Readonly<Record<MessageContent['kind'], boolean>> = {
  TEXT: true,
  MEDIA: true,
  VOICE_NOTE: true,
  VIEW_ONCE: false,
  LOCATION: true,
  LIVE_LOCATION: false,
  CONTACT: true,
  SHARED_POST: true,
  POLL: false,
  LOCKED: false,
  SYSTEM: false,
  DELETED: false,
  UNAVAILABLE: false,
  UNSUPPORTED: false,
};

export const canForward = ({ kind }: MessageContent): boolean => CAN_FORWARD[kind];
