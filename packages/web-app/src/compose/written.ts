import { useState } from 'react';
import type { Audience, PollResults, PostVisibility } from '../generated/schema.ts';
import type { MediaItemFragment } from '../media/media.generated.ts';
import type { AvatarImageFragment } from '../parts/avatar.generated.ts';
import type { DraftViewFragment, QuotedViewFragment } from './compose.generated.ts';

export type Chosen = Pick<AvatarImageFragment, 'id' | 'displayName' | 'avatar'> & {
  readonly __typename?: 'User';
  readonly username: string;
};

export type WrittenPoll = {
  readonly options: readonly string[];
  /** Null where only the author closes it. */
  readonly durationMinutes: number | null;
  readonly isMultipleChoice: boolean;
  readonly isAnonymous: boolean;
  readonly results: PollResults;
};

export type WrittenPlace = {
  readonly name: string;
  /** In degrees, north positive. */
  readonly latitude: number;
  /** In degrees, east positive. */
  readonly longitude: number;
};

/** A post before it is one. */
export type Written = {
  readonly text: string;
  readonly visibility: PostVisibility;
  /** Besides the author, for a private post; null is the author alone. */
  readonly audience: readonly Chosen[] | null;
  readonly tierLevel: number | null;
  readonly commentAudience: Audience;
  readonly isSensitive: boolean;
  readonly poll: WrittenPoll | null;
  readonly location: WrittenPlace | null;
  readonly quoted: QuotedViewFragment | null;
  /** The draft that it was opened from. */
  readonly draft: { readonly id: string; readonly version: number } | null;
};

export type Kept = {
  readonly userId: string;
  readonly written: Written;
  readonly media: readonly Pick<MediaItemFragment, 'id' | 'altText'>[];
};

const EMPTY: Written = {
  text: '',
  visibility: 'PUBLIC',
  audience: null,
  tierLevel: null,
  commentAudience: 'EVERYONE',
  isSensitive: false,
  poll: null,
  location: null,
  quoted: null,
  draft: null,
};

export const EMPTY_POLL: WrittenPoll = {
  options: ['', ''],
  durationMinutes: 1_440,
  isMultipleChoice: false,
  isAnonymous: true,
  results: 'ALWAYS',
};

const START = 'plaza.compose';

const keyOf = (quotedId: string | undefined): string => `${START}${quotedId ? `.${quotedId}` : ''}`;

const keptKeys = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(START));

/** Number of posts that are written and not published, of whoever wrote last in this browser. */
export const countWritten = (): number => keptKeys().length;

export function forgetWritten(): void {
  for (const key of keptKeys()) localStorage.removeItem(key);
}

/** Reads what the same user had written and not published when the page was left. */
export function keptWritten(userId: string, quotedId: string | undefined): Kept | null {
  const text = localStorage.getItem(keyOf(quotedId));
  if (text === null) return null;
  // Only `useWritten` writes it.
  const kept = JSON.parse(text) as Kept;
  return kept.userId === userId ? kept : null;
}

/** Keeps what is being written in the browser until it is published. */
export function useWritten(userId: string, quotedId: string | undefined) {
  const [kept] = useState(() => keptWritten(userId, quotedId));
  const [written, setWritten] = useState<Written>({ ...EMPTY, ...kept?.written });
  return {
    written,
    /** Media items of an earlier visit, with the alt texts that were written to them. */
    keptMedia: kept?.media ?? NONE,
    change: (part: Partial<Written>): void => setWritten((before) => ({ ...before, ...part })),
    forget(): void {
      localStorage.removeItem(keyOf(quotedId));
      setWritten(EMPTY);
    },
    keep(media: Kept['media']): void {
      const isEmpty = media.length === 0 && JSON.stringify(written) === JSON.stringify(EMPTY);
      const value: Kept = { userId, written, media };
      if (isEmpty) localStorage.removeItem(keyOf(quotedId));
      else localStorage.setItem(keyOf(quotedId), JSON.stringify(value));
    },
  };
}

const NONE: Kept['media'] = [];

export function writtenOf(draft: DraftViewFragment): Written {
  const { id, version, text, visibility, audience, tierLevel, commentAudience, isSensitive, poll } = draft;
  return {
    text,
    visibility,
    audience: audience.length > 0 ? audience : null,
    tierLevel,
    commentAudience,
    isSensitive,
    poll: poll && { ...poll },
    location: draft.location,
    quoted: draft.quotedPost,
    draft: { id, version },
  };
}

/** Input of `createPost` and `saveDraft`. */
export function inputOf(
  { text, visibility, audience, tierLevel, commentAudience, isSensitive, poll, location }: Written,
  mediaIds: readonly string[],
  quotedPostId: string | undefined,
) {
  const { options = [], durationMinutes = null, isMultipleChoice, isAnonymous, results } = poll ?? {};
  return {
    text,
    visibility,
    commentAudience,
    isSensitive,
    mediaIds: [...mediaIds],
    ...(visibility === 'PRIVATE' && audience && { audienceUserIds: audience.map(({ id }) => id) }),
    ...(visibility === 'SUBSCRIBERS' && tierLevel !== null && { tierLevel }),
    ...(quotedPostId !== undefined && { quotedPostId }),
    ...(location && {
      location: { name: location.name.trim(), latitude: location.latitude, longitude: location.longitude },
    }),
    ...(poll && {
      poll: {
        options: options.filter((option) => option.trim() !== ''),
        isMultipleChoice,
        isAnonymous,
        results,
        ...(durationMinutes !== null && { durationMinutes }),
      },
    }),
  };
}
