import { z } from 'zod';
import { contentText } from '#domains/foundation/media/content.policy.ts';
import { type Limits, perLimits } from '#platform/kernel/limits.ts';
import { latitudeSchema, longitudeSchema } from '#platform/kernel/numbers.ts';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import { lineSchema } from '#platform/kernel/text.ts';
import type { ContentInput, LocationPoint, NewContent } from './messages.types.ts';

export const LOCATION_NAME_LENGTH_MAX = 100;

const locationInput = z.object({
  location: z.object({
    latitude: latitudeSchema,
    longitude: longitudeSchema,
    name: lineSchema({ min: 1, max: LOCATION_NAME_LENGTH_MAX })
      .nullish()
      .transform((name) => name ?? null),
  }),
});

/** Parses the one content of a message; null and empty fields are as good as absent. @throws AppError VALIDATION_FAILED | ValidationFailed */
export function parseMessage(input: ContentInput, limits: Limits): NewContent {
  return {
    ...parseOne(input, limits),
    text: parseMessageText(input.text ?? '', limits),
    replyToId: input.replyToId ?? null,
    clientData: parseClientData(input.clientData),
  };
}

export const parseMessageText = (text: string, limits: Limits): string =>
  parseInput(textOf(limits), { text }).text;

const textOf = perLimits((limits) => contentText(limits.messageTextLength));

type One = Pick<NewContent, 'kind' | 'mediaIds' | 'content'>;

/** Parses what is beside the text. */
function parseOne(input: ContentInput, limits: Limits): One {
  const mediaIds = [...new Set(input.mediaIds ?? [])];
  const { voiceNoteId, location, contactId, postId } = input;
  const given = { mediaIds: mediaIds.length > 0, voiceNoteId, location, contactId, postId };
  const [field, another] = Object.entries(given).flatMap(([name, value]) => (value ? [name] : []));
  if (another !== undefined) {
    throw invalid(
      [another],
      'Give one of mediaIds, voiceNoteId, location, contactId and postId.',
      'exclusive',
    );
  }
  if (field === undefined && !input.text?.trim()) {
    throw invalid(['text'], 'A message needs text or another content.', 'required');
  }
  const { messageMedia } = limits;
  if (mediaIds.length > messageMedia) {
    throw invalid(['mediaIds'], `Attach at most ${messageMedia} media items.`, 'maxItems', messageMedia);
  }
  if (voiceNoteId) return { kind: 'VOICE_NOTE', mediaIds: [voiceNoteId], content: null };
  if (location) return { kind: 'LOCATION', mediaIds, content: parseLocation(location) };
  if (contactId) return { kind: 'CONTACT', mediaIds, content: { userId: contactId } };
  if (postId) return { kind: 'SHARED_POST', mediaIds, content: { postId } };
  return { kind: mediaIds.length > 0 ? 'MEDIA' : 'TEXT', mediaIds, content: null };
}

const parseLocation = (location: object): LocationPoint => parseInput(locationInput, { location }).location;

/** In JSON text these are always escaped; an even number of backslashes before the escape are only text. */
const UNSTORABLE_IN_JSON = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** PostgreSQL's JSON cannot store NUL or half of a surrogate pair. */
function parseClientData(clientData: unknown): unknown {
  if (clientData == null) return null;
  if (UNSTORABLE_IN_JSON.test(JSON.stringify(clientData))) {
    throw invalid(['clientData'], 'Remove NUL characters and lone surrogates.', 'printable');
  }
  return clientData;
}
