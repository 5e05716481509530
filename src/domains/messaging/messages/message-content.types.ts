import type { LocationPoint, SystemChange } from './messages.types.ts';

/** The content of a message as one viewer gets it. */
export type MessageContent =
  | { readonly kind: 'TEXT'; readonly text: string }
  | { readonly kind: 'MEDIA'; readonly text: string; readonly mediaIds: readonly string[] }
  | { readonly kind: 'VOICE_NOTE'; readonly text: string; readonly mediaId: string | null }
  | ({ readonly kind: 'LOCATION'; readonly text: string } & LocationPoint)
  | { readonly kind: 'CONTACT'; readonly text: string; readonly userId: string }
  | { readonly kind: 'SHARED_POST'; readonly text: string; readonly postId: string }
  | ({ readonly kind: 'SYSTEM'; readonly text: string } & SystemChange)
  | { readonly kind: 'DELETED'; readonly text: '' }
  | { readonly kind: 'UNAVAILABLE'; readonly text: '' }
  | { readonly kind: 'UNSUPPORTED'; readonly text: '' };

export type ContentOf<Kind extends MessageContent['kind']> = Extract<MessageContent, { readonly kind: Kind }>;
