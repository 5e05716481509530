import type { TextEntity } from '#domains/graph/entities/entities.types.ts';
import type { LocationPoint, SystemChange } from './messages.types.ts';

/** The content of a message as one viewer gets it. */
export type MessageContent = {
  readonly text: string;
  /** Of the text, whether or not the viewer sees those whom it mentions. */
  readonly entities: readonly TextEntity[];
} & (
  | { readonly kind: 'TEXT' }
  | { readonly kind: 'MEDIA'; readonly mediaIds: readonly string[] }
  | { readonly kind: 'VOICE_NOTE'; readonly mediaId: string | null }
  | ({ readonly kind: 'LOCATION' } & LocationPoint)
  | { readonly kind: 'CONTACT'; readonly userId: string }
  | { readonly kind: 'SHARED_POST'; readonly postId: string }
  | ({ readonly kind: 'SYSTEM' } & SystemChange)
  | { readonly kind: 'DELETED' }
  | { readonly kind: 'UNAVAILABLE' }
  | { readonly kind: 'UNSUPPORTED' }
);

export type ContentOf<Kind extends MessageContent['kind']> = Extract<MessageContent, { readonly kind: Kind }>;
