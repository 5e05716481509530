import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { type Attachments, useAttachments } from '../media/attachments.ts';
import type { MediaItemFragment } from '../media/media.generated.ts';
import { ComposeDocument, type ComposeQuery, type DraftViewFragment } from './compose.generated.ts';
import { usePublishing } from './publish.ts';
import { type Kept, useWritten, writtenOf } from './written.ts';

type Options = {
  readonly userId: string;
  readonly quotedId: string | undefined;
  readonly onPublished: () => void;
};

/** State of the composer: the text, its files and the acts with them. */
export function useComposer({ userId, quotedId, onPublished }: Options) {
  const { written, keptMedia, change, keep, forget } = useWritten(userId, quotedId);
  const attachments = useAttachments();
  const publishing = usePublishing();
  const result = useQuery(ComposeDocument, {
    variables: {
      userId,
      quotedId: quotedId ?? userId,
      hasQuoted: quotedId !== undefined,
      mediaIds: keptMedia.map(({ id }) => id),
      hasMedia: keptMedia.length > 0,
    },
  });
  const { data } = result;
  const isRestored = useRestoring(attachments, data?.media, keptMedia);

  const media = attachments.items.flatMap((item): MediaItemFragment[] =>
    item.media ? [{ ...item.media, altText: item.altText || null }] : [],
  );
  const toKeep = JSON.stringify([written, isRestored ? media : keptMedia]);
  useEffect(() => {
    keep(isRestored ? media.map(({ id, altText }) => ({ id, altText })) : keptMedia);
    // All that is kept is in `toKeep`.
  }, [toKeep]);

  const author = data?.me?.user;
  const quoted = data?.quoted ?? written.quoted;
  const clear = (): void => {
    forget();
    attachments.replace([]);
  };
  const isUnnamed = written.location?.name.trim() === '';
  const isEmpty = written.text.trim() === '' && attachments.items.length === 0;

  async function saveDraft(): Promise<boolean> {
    if (!author || !(await attachments.saveAltTexts())) return false;
    const draft = await publishing.save({ author, written, media, quoted });
    if (draft) clear();
    return draft !== null;
  }

  return {
    written,
    change,
    attachments,
    publishing,
    result,
    quoted,
    isUnnamed,
    isReady: author != null && !isEmpty && !isUnnamed && !attachments.isSending && !attachments.hasStopped,
    saveDraft,
    async publish(retryToken?: string): Promise<void> {
      if (!author || publishing.isActing || !(await attachments.saveAltTexts())) return;
      // The draft has another version from then on, also where its publication is refused.
      const onSaved = ({ id, version }: { id: string; version: number }): void =>
        change({ draft: { id, version } });
      const writing = { author, written, media, quoted };
      if (!(await publishing.publish(writing, { retryToken, onSaved }))) return;
      clear();
      onPublished();
    },
    /** Saves what is written already as a draft of its own, so that nothing is lost. */
    async openDraft(draft: DraftViewFragment): Promise<void> {
      if (!isEmpty && !(await saveDraft())) return;
      change(writtenOf(draft));
      attachments.replace(draft.media);
    },
  };
}

type Found = ComposeQuery['media'];

/** Takes over media items of an earlier visit once they are found again. @returns whether that is done */
function useRestoring(attachments: Attachments, found: Found, kept: Kept['media']): boolean {
  const [isRestored, setIsRestored] = useState(kept.length === 0);
  useEffect(() => {
    if (isRestored || !found) return;
    setIsRestored(true);
    const media = found.flatMap((item) => (item?.__typename === 'Media' ? [item] : []));
    attachments.replace(media, kept);
  }, [isRestored, found, kept, attachments]);
  return isRestored;
}
