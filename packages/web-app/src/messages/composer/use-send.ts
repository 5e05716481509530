import type { MessageItemFragment, MessagePreviewFragment } from '../message/message.generated.ts';
import type { Unsent } from './outbox.ts';
import type { NewPoll } from './poll-form.tsx';
import type { Place } from './location-form.tsx';
import type { Attachment } from './use-attachments.ts';
import { rememberShared } from '../message/share-position.ts';
import { useOutbox } from './use-outbox.ts';

type Written = Unsent['input'];

/** The price of a message, and what is shown of it to those who have not paid. */
export type NewLock = {
  readonly priceCoins: number;
  readonly teaser?: string;
  readonly previewMediaIds?: string[];
};

/** Ways to send a message: each puts it into the outbox, which shows it at once. */
export function useSend(conversationId: string, replyTo: MessageItemFragment | null, onSent: () => void) {
  const outbox = useOutbox(conversationId);
  const reply = replyTo ? { replyToId: replyTo.id } : {};
  const add = (input: Written, preview: MessagePreviewFragment): string => {
    const key = outbox.add({ conversationId, input: { ...input, ...reply }, preview });
    onSent();
    return key;
  };
  return {
    text: (text: string): void => void add({ text }, { __typename: 'TextContent', text }),
    contact: (contactId: string): void => void add({ contactId }, { __typename: 'ContactContent', text: '' }),
    paid(text: string, attachments: readonly Attachment[], lock: NewLock): void {
      add(
        { ...mediaInput(text, attachments), lock },
        { __typename: 'LockedContent', text: lock.teaser ?? '' },
      );
    },
    media(text: string, attachments: readonly Attachment[], isViewOnce: boolean): void {
      const input = mediaInput(text, attachments);
      const preview = previewOfMedia(text, attachments);
      if (isViewOnce)
        add({ mediaIds: input.mediaIds, isViewOnce }, { __typename: 'ViewOnceContent', text: '' });
      else add(input, preview);
    },
    voice: (voiceNoteId: string): void =>
      void add({ voiceNoteId }, { __typename: 'VoiceNoteContent', text: '' }),
    poll: ({ question, options, isMultipleChoice }: NewPoll): void =>
      void add(
        { text: question, poll: { options, isMultipleChoice } },
        { __typename: 'PollContent', text: question },
      ),
    place({ latitude, longitude, name, liveMinutes }: Place): void {
      if (liveMinutes === null)
        add(
          { location: { latitude, longitude, ...(name !== null && { name }) } },
          { __typename: 'LocationContent', text: '', name },
        );
      else {
        const key = add(
          { liveLocation: { latitude, longitude, durationMinutes: liveMinutes } },
          { __typename: 'LiveLocationContent', text: '' },
        );
        rememberShared(key);
      }
    },
  };
}

/** The text with its files, as an input of a message. */
export function mediaInput(text: string, attachments: readonly Attachment[]) {
  const mediaIds = attachments.flatMap(({ mediaId }) => (mediaId === null ? [] : [mediaId]));
  return { ...(text !== '' && { text }), ...(mediaIds.length > 0 && { mediaIds }) };
}

const previewOfMedia = (text: string, attachments: readonly Attachment[]): MessagePreviewFragment => ({
  __typename: 'MediaContent',
  text,
  mediaCount: attachments.length,
  media: attachments.map(({ key, kind }) => ({ __typename: 'Media', id: key, kind })),
});
