import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import type { UploadProgress } from '@plaza/client';
import { useEffect, useRef, useState } from 'react';
import { type Refusal, refusalsOf, refusalsOfFailure } from '../api/refusals.ts';
import { useTexts } from '../texts/texts.tsx';
import type { MediaItemFragment } from './media.generated.ts';
import { DescribeMediaDocument, UploadDocument } from './upload.generated.ts';

/** A file that is sent with a post or comment. */
export type Attachment = {
  readonly key: string;
  /** Null for one of an earlier visit, which is uploaded already. */
  readonly file: File | null;
  readonly isVideo: boolean;
  readonly previewUrl: string | null;
  readonly altText: string;
  /** Null until it is uploaded. */
  readonly media: MediaItemFragment | null;
  readonly state: 'sending' | 'stopped' | 'done';
  readonly percent: number;
  /** Why it was not taken, if it was not. */
  readonly refusals: readonly Refusal[];
};

export type Attachments = ReturnType<typeof useAttachments>;

type AltText = Pick<MediaItemFragment, 'id' | 'altText'>;

type Change = (key: string, part: Partial<Attachment>) => void;

/** Files that are uploaded as soon as they are chosen, each with its progress; stopped ones can be sent again. */
export function useAttachments() {
  const client = useApolloClient();
  const { failures } = useTexts();
  const [items, setItems] = useState<readonly Attachment[]>([]);
  const uploads = useRef(new Map<string, AbortController>());
  const current = useRef(items);
  current.current = items;
  useEffect(() => () => stopAll(uploads.current, current.current), []);

  const change: Change = (key, part) =>
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...part } : item)));

  async function send(item: Attachment): Promise<void> {
    const { key } = item;
    const upload = new AbortController();
    uploads.current.set(key, upload);
    change(key, { state: 'sending', percent: 0, refusals: [] });
    const onPercent = (percent: number): void => change(key, { percent });
    change(
      key,
      await uploaded(client, item, { signal: upload.signal, onPercent, offline: failures.offline }),
    );
    uploads.current.delete(key);
  }

  /** Alt texts that were written since the upload. @returns whether all were taken */
  async function saveAltTexts(): Promise<boolean> {
    const saved = current.current.map(async (item) => {
      const described = await withAltText(client, item, failures.offline);
      change(item.key, described);
      return described.refusals?.length === 0;
    });
    return (await Promise.all(saved)).every(Boolean);
  }

  return {
    items,
    isSending: items.some(({ state }) => state === 'sending'),
    hasStopped: items.some(({ state }) => state === 'stopped'),
    /** Adds files, and leaves out those beyond `max`. */
    add(files: readonly File[], max: number): void {
      const added = files.slice(0, Math.max(0, max - items.length)).map(attachmentOf);
      setItems([...items, ...added]);
      for (const item of added) void send(item);
    },
    cancel: (key: string): void => uploads.current.get(key)?.abort(),
    retry: (item: Attachment): void => void send(item),
    remove(key: string): void {
      uploads.current.get(key)?.abort();
      setItems(items.filter((item) => item.key !== key));
    },
    /** Moves one by a number of places. */
    move(key: string, by: number): void {
      const at = items.findIndex((item) => item.key === key);
      const moved = items.filter((item) => item.key !== key);
      moved.splice(at + by, 0, ...items.slice(at, at + 1));
      setItems(moved);
    },
    describe: (key: string, altText: string): void => change(key, { altText }),
    saveAltTexts,
    /** Replaces all by what is uploaded already, with alt texts that were written since. */
    replace: (media: readonly MediaItemFragment[], altTexts: readonly AltText[] = []): void =>
      setItems(
        media.map((item) =>
          uploadedOf(
            item,
            altTexts.find(({ id }) => id === item.id),
          ),
        ),
      ),
  };
}

const attachmentOf = (file: File): Attachment => ({
  key: crypto.randomUUID(),
  file,
  isVideo: file.type.startsWith('video/'),
  previewUrl: URL.createObjectURL(file),
  altText: '',
  media: null,
  state: 'sending',
  percent: 0,
  refusals: [],
});

const uploadedOf = (media: MediaItemFragment, written: AltText | undefined): Attachment => ({
  key: media.id,
  file: null,
  isVideo: media.kind === 'VIDEO',
  previewUrl: media.variants.at(-1)?.url ?? media.url,
  altText: (written ?? media).altText ?? '',
  media,
  state: 'done',
  percent: 100,
  refusals: [],
});

function stopAll(uploads: ReadonlyMap<string, AbortController>, items: readonly Attachment[]): void {
  for (const upload of uploads.values()) upload.abort();
  for (const { file, previewUrl } of items) if (file && previewUrl) URL.revokeObjectURL(previewUrl);
}

/** State of an attachment after its file was sent; one that was stopped can be sent again. */
async function uploaded(
  client: ApolloClient,
  { file }: Attachment,
  options: {
    readonly signal: AbortSignal;
    readonly onPercent: (percent: number) => void;
    readonly offline: string;
  },
): Promise<Partial<Attachment>> {
  const { signal, onPercent, offline } = options;
  if (!file) return {};
  const context = {
    fetchOptions: { signal },
    onUploadProgress: ({ sentBytes, totalBytes }: UploadProgress) =>
      onPercent(Math.round((100 * sentBytes) / totalBytes)),
  };
  try {
    const { data } = await client.mutate({ mutation: UploadDocument, variables: { file }, context });
    const media = data?.uploadMedia?.media;
    return media ? { state: 'done', media } : { state: 'stopped', refusals: refusalsOf(data?.uploadMedia) };
  } catch (error) {
    return { state: 'stopped', refusals: signal.aborted ? [] : refusalsOfFailure(error, offline) };
  }
}

async function withAltText(
  client: ApolloClient,
  { media, altText }: Attachment,
  offline: string,
): Promise<Partial<Attachment>> {
  if (!media || (media.altText ?? '') === altText) return { refusals: [] };
  const variables = { input: { mediaId: media.id, altText } };
  try {
    const { data } = await client.mutate({ mutation: DescribeMediaDocument, variables });
    const refusals = refusalsOf(data?.updateMedia);
    return { refusals, ...(refusals.length === 0 && { media: { ...media, altText: altText || null } }) };
  } catch (error) {
    return { refusals: refusalsOfFailure(error, offline) };
  }
}
