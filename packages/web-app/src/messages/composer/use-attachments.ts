import { useApolloClient } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { refusalsOf, refusalsOfFailure } from '../../api/refusals.ts';
import { useTexts } from '../../texts/texts.tsx';
import { DescribeAttachmentDocument, UploadAttachmentDocument } from './send.generated.ts';

/** A file of the message that is being written. */
export type Attachment = {
  readonly key: string;
  readonly file: File;
  readonly previewUrl: string | null;
  /** Share that the server has, from 0 to 1. */
  readonly progress: number;
  readonly mediaId: string | null;
  readonly kind: 'IMAGE' | 'VIDEO' | 'AUDIO' | 'FILE';
  readonly refusal: string | null;
  /** Said to people who cannot see it. */
  readonly altText: string;
  /** Alternative text that the server has. */
  readonly savedAltText: string;
  readonly altRefusal: string | null;
};

const KINDS = { image: 'IMAGE', video: 'VIDEO', audio: 'AUDIO' } as const;

const kindOf = (file: File): Attachment['kind'] => {
  const name = file.type.split('/')[0];
  return name === 'image' || name === 'video' || name === 'audio' ? KINDS[name] : 'FILE';
};

function attachmentOf(file: File): Attachment {
  const kind = kindOf(file);
  return {
    key: crypto.randomUUID(),
    file,
    previewUrl: kind === 'IMAGE' ? URL.createObjectURL(file) : null,
    progress: 0,
    mediaId: null,
    kind,
    refusal: null,
    altText: '',
    savedAltText: '',
    altRefusal: null,
  };
}

/** Uploads files while the message is written. What fails can be tried again, and what is unwanted is cancelled. */
export function useAttachments(max: number) {
  const apollo = useApolloClient();
  const { failures } = useTexts();
  const [list, setList] = useState<readonly Attachment[]>([]);
  const change = (key: string, by: Partial<Attachment>): void =>
    setList((before) => before.map((each) => (each.key === key ? { ...each, ...by } : each)));
  const saveAltText = useSaveAltText(change);
  const aborts = useRef(new Map<string, AbortController>());

  async function upload(key: string, file: File): Promise<void> {
    const abort = new AbortController();
    aborts.current.set(key, abort);
    change(key, { refusal: null, progress: 0 });
    try {
      const { data } = await apollo.mutate({
        mutation: UploadAttachmentDocument,
        variables: { file },
        context: {
          fetchOptions: { signal: abort.signal },
          onUploadProgress: ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) =>
            change(key, { progress: sentBytes / totalBytes }),
        },
      });
      const [refusal] = refusalsOf(data?.uploadMedia);
      const media = data?.uploadMedia?.media;
      change(
        key,
        media
          ? { mediaId: media.id, kind: media.kind, progress: 1 }
          : { refusal: refusal?.message ?? failures.offline },
      );
    } catch (error) {
      if (!abort.signal.aborted)
        change(key, { refusal: refusalsOfFailure(error, failures.offline)[0]?.message ?? '' });
    }
  }
  function add(files: readonly File[]): void {
    const added = files.slice(0, max - list.length).map(attachmentOf);
    setList((before) => [...before, ...added]);
    for (const { key, file } of added) void upload(key, file);
  }
  function remove(key: string): void {
    aborts.current.get(key)?.abort();
    const found = list.find((each) => each.key === key);
    if (found?.previewUrl) URL.revokeObjectURL(found.previewUrl);
    setList((before) => before.filter((each) => each.key !== key));
  }
  return {
    list,
    add,
    remove,
    retry: ({ key, file }: Attachment) => void upload(key, file),
    clear(): void {
      for (const { previewUrl } of list) if (previewUrl) URL.revokeObjectURL(previewUrl);
      setList([]);
    },
    describe: (key: string, altText: string): void => change(key, { altText, altRefusal: null }),
    /** @returns whether the server has the alternative texts of all files */
    saveAltTexts: async (): Promise<boolean> => (await Promise.all(list.map(saveAltText))).every(Boolean),
    isReady: list.every(({ mediaId }) => mediaId !== null),
  };
}

/** Gives the alternative text of a file to the server. */
function useSaveAltText(change: (key: string, by: Partial<Attachment>) => void) {
  const apollo = useApolloClient();
  const { failures } = useTexts();
  /** @returns whether the server has it */
  return async function saveAltText({ key, mediaId, altText, savedAltText }: Attachment): Promise<boolean> {
    if (mediaId === null || altText.trim() === savedAltText) return true;
    const saved = altText.trim();
    try {
      const { data } = await apollo.mutate({
        mutation: DescribeAttachmentDocument,
        variables: { input: { mediaId, altText: saved } },
      });
      const [refusal] = refusalsOf(data?.updateMedia);
      change(key, refusal ? { altRefusal: refusal.message } : { savedAltText: saved, altRefusal: null });
      return refusal === undefined;
    } catch (error) {
      change(key, { altRefusal: refusalsOfFailure(error, failures.offline)[0]?.message ?? failures.offline });
      return false;
    }
  };
}
