import { z } from 'zod';
import type { Limits } from '#platform/kernel/limits.ts';
import { latitudeSchema, longitudeSchema } from '#platform/kernel/numbers.ts';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import { lineSchema } from '#platform/kernel/text.ts';
import { parseMessageText } from '../messages/messages.policy.ts';
import type { LocationPoint, MessageKind, NewContent } from '../messages/messages.types.ts';
import type { ContentInput } from './sending.types.ts';

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
  const text = parseMessageText(input.text ?? '', limits);
  return {
    ...parseOne({ ...input, text }, limits),
    text,
    replyToId: input.replyToId ?? null,
    clientData: parseClientData(input.clientData),
  };
}

type One = Pick<NewContent, 'kind' | 'mediaIds' | 'content'>;

/** Parses an image, a video, a file or a voice note that is viewed once. */
function parseViewOnce(input: ContentInput): One {
  const { text, mediaIds, voiceNoteId, location, liveLocation, contactId, postId } = input;
  const ids = [...new Set(mediaIds ?? []), ...(voiceNoteId ? [voiceNoteId] : [])];
  if (ids.length !== 1 || location || liveLocation || contactId || postId) {
    throw invalid(
      ['isViewOnce'],
      'Give exactly one image, video, file or voice note to view once.',
      'exclusive',
    );
  }
  if (text) throw invalid(['text'], 'Omit the text of what is viewed once.', 'absent');
  return { kind: 'VIEW_ONCE', mediaIds: ids, content: null };
}

/** Parses what is beside the text, which is parsed already: one of invisible characters alone is empty. */
function parseOne(input: ContentInput, limits: Limits): One {
  if (input.isViewOnce) return parseViewOnce(input);
  const mediaIds = [...new Set(input.mediaIds ?? [])];
  const { voiceNoteId, location, liveLocation, contactId, postId, poll } = input;
  const given = {
    mediaIds: mediaIds.length > 0,
    voiceNoteId,
    location,
    liveLocation,
    contactId,
    postId,
    poll,
  };
  const [field, another] = Object.entries(given).flatMap(([name, value]) => (value ? [name] : []));
  if (another !== undefined) {
    throw invalid(
      [another],
      'Give one of mediaIds, voiceNoteId, location, liveLocation, contactId, postId and poll.',
      'exclusive',
    );
  }
  if (field === undefined && !input.text) {
    throw invalid(['text'], 'A message needs text or another content.', 'required');
  }
  if (poll && !input.text) {
    throw invalid(['text'], 'Write the question of the poll.', 'required');
  }
  const { messageMedia } = limits;
  if (mediaIds.length > messageMedia) {
    throw invalid(['mediaIds'], `Attach at most ${messageMedia} media items.`, 'maxItems', messageMedia);
  }
  if (voiceNoteId) return { kind: 'VOICE_NOTE', mediaIds: [voiceNoteId], content: null };
  if (location) return { kind: 'LOCATION', mediaIds, content: parseLocation(location) };
  if (liveLocation) return { kind: 'LIVE_LOCATION', mediaIds, content: null };
  if (contactId) return { kind: 'CONTACT', mediaIds, content: { userId: contactId } };
  if (postId) return { kind: 'SHARED_POST', mediaIds, content: { postId } };
  if (poll) return { kind: 'POLL', mediaIds, content: null };
  return { kind: mediaIds.length > 0 ? 'MEDIA' : 'TEXT', mediaIds, content: null };
}

const parseLocation = (location: object): LocationPoint => parseInput(locationInput, { location }).location;

/** Kinds whose content can be sold: what others share, and what changes, cannot. */
const LOCKABLE: ReadonlySet<MessageKind> = new Set(['TEXT', 'MEDIA', 'FILE', 'VOICE_NOTE']);

/** @throws AppError VALIDATION_FAILED for a content that cannot be sold, or a preview of what is */
export function assertLockable(
  { kind, mediaIds }: Pick<NewContent, 'kind' | 'mediaIds'>,
  previewMediaIds: readonly string[],
): void {
  if (!LOCKABLE.has(kind)) {
    throw invalid(['lock'], 'Lock a text, media items or a voice note, and nothing else.', 'exclusive');
  }
  if (!previewMediaIds.some((id) => mediaIds.includes(id))) return;
  const text = 'Preview other media items than those that are locked.';
  throw invalid(['lock', 'previewMediaIds'], text, 'distinct');
}

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
