import { z } from 'zod';
import { parseContent } from '#domains/foundation/media/content.policy.ts';
import type { Limits } from '#platform/limits.ts';
import { invalid, parseInput } from '#platform/parse-input.ts';
import { lineOf } from '#platform/text.ts';
import type { PostContent, PostLocation } from './posts.types.ts';

/** What is left out or null has its default. */
export type PostInput = { readonly [Name in keyof PostContent]?: PostContent[Name] | null | undefined };

const LOCATION_NAME_LENGTH_MAX = 100;
const TIER_LEVEL_MAX = 100;

const between = (min: number, max: number) =>
  z.number().refine((value) => value >= min && value <= max, {
    message: `Must be from ${min} to ${max}.`,
    params: { constraint: 'range' },
  });

const locationInput = z.object({
  name: lineOf({ min: 1, max: LOCATION_NAME_LENGTH_MAX }),
  latitude: between(-90, 90),
  longitude: between(-180, 180),
});

type Bounds = {
  readonly limits: Limits;
  /** How many files come along that become media. */
  readonly fileCount?: number;
  readonly mayBeEmpty?: boolean;
};

/** All but the times of a poll, which depend on when it is published. @throws AppError VALIDATION_FAILED | ValidationFailed */
export function parsePost(
  input: PostInput,
  { limits, fileCount = 0, mayBeEmpty = false }: Bounds,
): PostContent {
  const { text, mediaIds } = parseContent({ ...input, fileCount }, { ...contentBounds(limits), mayBeEmpty });
  const visibility = input.visibility ?? 'PUBLIC';
  return {
    text,
    mediaIds,
    visibility,
    tierLevel: parseTierLevel({ visibility, tierLevel: input.tierLevel ?? null }),
    audienceUserIds: parseAudience({ visibility, audienceUserIds: input.audienceUserIds ?? [] }, limits),
    commentAudience: input.commentAudience ?? 'EVERYONE',
    isSensitive: input.isSensitive ?? false,
    location: input.location ? parseLocation(input.location) : null,
    quotedPostId: input.quotedPostId ?? null,
    poll: input.poll ?? null,
  };
}

/** @throws AppError VALIDATION_FAILED | ValidationFailed */
export const parsePostText = (input: Pick<PostContent, 'text' | 'mediaIds'>, limits: Limits): string =>
  parseContent(input, contentBounds(limits)).text;

const contentBounds = (limits: Limits) => ({
  what: 'A post',
  textLengthMax: limits.postTextLength,
  mediaMax: limits.postMedia,
});

/** @throws ValidationFailed */
export const parseLocation = (location: PostLocation): PostLocation =>
  parseInput(z.object({ location: locationInput }), { location }).location;

/** @throws AppError VALIDATION_FAILED | ValidationFailed */
export function parseTierLevel({ visibility, tierLevel }: Pick<PostContent, 'visibility' | 'tierLevel'>) {
  if (tierLevel === null) return null;
  if (visibility !== 'SUBSCRIBERS') {
    throw invalid(['tierLevel'], 'Only a post for SUBSCRIBERS has a level of tier.', 'visibility');
  }
  return parseInput(z.object({ tierLevel: between(1, TIER_LEVEL_MAX) }), { tierLevel }).tierLevel;
}

function parseAudience(
  { visibility, audienceUserIds }: Pick<PostContent, 'visibility' | 'audienceUserIds'>,
  { postAudience }: Limits,
): readonly string[] {
  const ids = [...new Set(audienceUserIds)];
  if (ids.length > 0 && visibility !== 'PRIVATE') {
    throw invalid(['audienceUserIds'], 'Only a PRIVATE post names whom it is shown to.', 'visibility');
  }
  if (ids.length <= postAudience) return ids;
  throw invalid(
    ['audienceUserIds'],
    `A post names at most ${postAudience} people.`,
    'maxItems',
    postAudience,
  );
}
