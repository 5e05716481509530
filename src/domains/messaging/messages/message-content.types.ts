import type { MediaKind } from '#domains/foundation/media/media.types.ts';
import type { TextEntity } from '#domains/graph/entities/entities.types.ts';
import type { LocationPoint, Message, SystemChange } from './messages.types.ts';

/** Kind of the user who has deleted a message for everyone. */
export type MessageDeleter = 'SENDER' | 'ADMIN';

/** The content of a message as one viewer gets it. */
export type MessageContent = {
  readonly text: string;
  /** Entities of the text, whether or not the viewer sees the users whom it mentions. */
  readonly entities: readonly TextEntity[];
} & (
  | { readonly kind: 'TEXT' }
  | ({ readonly kind: 'MEDIA'; readonly mediaIds: readonly string[]; readonly mediaCount: number } & Withheld)
  | ({ readonly kind: 'VOICE_NOTE'; readonly mediaId: string | null } & Withheld)
  | { readonly kind: 'VIEW_ONCE'; readonly messageId: string; readonly mediaKind: MediaKind }
  | ({ readonly kind: 'LOCATION' } & LocationPoint)
  | { readonly kind: 'LIVE_LOCATION'; readonly messageId: string; readonly endsAt: Date }
  | { readonly kind: 'CONTACT'; readonly userId: string }
  | { readonly kind: 'SHARED_POST'; readonly postId: string }
  | { readonly kind: 'POLL'; readonly messageId: string }
  | ({ readonly kind: 'SYSTEM' } & SystemChange)
  /** The teaser of a message whose content the viewer has not bought. */
  | {
      readonly kind: 'LOCKED';
      /** For those who need more of it than its content. */
      readonly message: Message;
      readonly priceCoins: number;
      readonly mediaCount: number;
      readonly previewMediaIds: readonly string[];
    }
  | { readonly kind: 'DELETED'; readonly deletedBy: MessageDeleter }
  | { readonly kind: 'UNAVAILABLE' }
  | { readonly kind: 'UNSUPPORTED' }
);

/** Whether the viewer gets the media items only after they have accepted the conversation. */
type Withheld = { readonly isWithheld: boolean };

export type ContentOf<Kind extends MessageContent['kind']> = Extract<MessageContent, { readonly kind: Kind }>;
