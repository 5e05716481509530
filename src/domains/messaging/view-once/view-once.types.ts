import type { Media } from '#domains/foundation/media/media.types.ts';

/** AVAILABLE until the viewer opens it or it is over; SENT to its sender, who cannot open it. */
export type ViewOnceState = 'AVAILABLE' | 'OPENED' | 'ENDED' | 'SENT';

/** Facts that a viewer may know of a message whose media item is opened once. */
export type ViewOnceStatus = {
  readonly id: string;
  /** Whether nobody can open it any more. */
  readonly isEnded: boolean;
  /** Whether the media item is processed. */
  readonly isReady: boolean;
  readonly isSent: boolean;
  /** Whether the viewer has opened it. */
  readonly isOpened: boolean;
  /** False unless the viewer sent it, as the next one. */
  readonly isOpenedByAnyone: boolean;
  readonly isOpenedByEveryone: boolean;
};

export type OpenedView = { readonly mediaId: string | null; readonly openedAt: Date };

/** A media item that the viewer has just opened. */
export type OpenedMedia = { readonly media: Media; readonly url: string; readonly expiresAt: Date };
