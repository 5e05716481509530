import { z } from 'zod';
import { altTextSchema, contentText, parseContent } from '#domains/foundation/media/content.policy.ts';
import { parseDraftPoll } from '#domains/foundation/polls/polls.policy.ts';
import { type Limits, perLimits } from '#platform/kernel/limits.ts';
import { latitudeSchema, longitudeSchema, numberSchema } from '#platform/kernel/numbers.ts';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import { lineSchema } from '#platform/kernel/text.ts';
import type { UploadedFile } from '#platform/kernel/uploads.ts';
import type { PostContent, PostLocation } from './posts.types.ts';

/** Omitted and null fields have their defaults. */
export type PostInput = { readonly [Name in keyof PostContent]?: PostContent[Name] | null | undefined };

const LOCATION_NAME_LENGTH_MAX = 100;
const TIER_LEVEL_MAX = 100;

const locationInput = z.object({
  location: z.object({
    name: lineSchema({ min: 1, max: LOCATION_NAME_LENGTH_MAX }),
    latitude: latitudeSchema,
    longitude: longitudeSchema,
  }),
});
const tierLevelInput = z.object({ tierLevel: numberSchema(1, TIER_LEVEL_MAX) });
const altTextsInput = z.object({ altTexts: z.array(altTextSchema) });

type Bounds = {
  readonly limits: Limits;
  /** Number of uploaded files that become media. */
  readonly fileCount?: number;
  /** Whether neither text nor media is required, as in a draft. */
  readonly mayBeEmpty?: boolean;
};

/** Parses all but the poll of a post, whose times depend on when it is published. @throws AppError VALIDATION_FAILED | ValidationFailed */
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
    poll: input.poll && mayBeEmpty ? parseDraftPoll(input.poll) : (input.poll ?? null),
  };
}

/** @throws AppError VALIDATION_FAILED | ValidationFailed */
export const parsePostText = (input: Pick<PostContent, 'text' | 'mediaIds'>, limits: Limits): string =>
  parseContent(input, contentBounds(limits)).text;

const contentBounds = perLimits((limits) => ({
  what: 'A post',
  text: contentText(limits.postTextLength),
  mediaMax: limits.postMedia,
}));

/** @throws ValidationFailed */
export const parseLocation = (location: PostLocation): PostLocation =>
  parseInput(locationInput, { location }).location;

/** @throws AppError VALIDATION_FAILED | ValidationFailed */
export function parseTierLevel({ visibility, tierLevel }: Pick<PostContent, 'visibility' | 'tierLevel'>) {
  if (tierLevel === null) return null;
  if (visibility !== 'SUBSCRIBERS') {
    throw invalid(['tierLevel'], '`tierLevel` is allowed only with visibility SUBSCRIBERS.', 'visibility');
  }
  return parseInput(tierLevelInput, { tierLevel }).tierLevel;
}

function parseAudience(
  { visibility, audienceUserIds }: Pick<PostContent, 'visibility' | 'audienceUserIds'>,
  { postAudience }: Limits,
): readonly string[] {
  const ids = [...new Set(audienceUserIds)];
  if (ids.length > 0 && visibility !== 'PRIVATE') {
    throw invalid(
      ['audienceUserIds'],
      '`audienceUserIds` is allowed only with visibility PRIVATE.',
      'visibility',
    );
  }
  if (ids.length <= postAudience) return ids;
  throw invalid(['audienceUserIds'], `List at most ${postAudience} users.`, 'maxItems', postAudience);
}

export type ImageFilesInput = {
  readonly files?: readonly UploadedFile[] | null | undefined;
  /** Alt texts of the files in the same places. */
  readonly altTexts?: readonly (string | null | undefined)[] | null | undefined;
};

export type ImageFile = {
  readonly file: UploadedFile;
  readonly path: readonly string[];
  readonly altText: string | null;
};

/** @throws AppError VALIDATION_FAILED | ValidationFailed */
export function parseImageFiles(input: ImageFilesInput): readonly ImageFile[] {
  const files = input.files ?? [];
  const { altTexts } = parseInput(altTextsInput, { altTexts: input.altTexts ?? [] });
  if (altTexts.length > files.length) {
    throw invalid(['altTexts'], 'Give at most one alt text for each file.', 'maxItems', files.length);
  }
  return files.map((file, index) => ({
    file,
    path: ['files', String(index)],
    altText: altTexts[index] ?? null,
  }));
}
