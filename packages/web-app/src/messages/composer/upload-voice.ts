import type { ApolloClient } from '@apollo/client';
import { refusalsOf } from '../../api/refusals.ts';
import type { Recording } from './record.ts';
import { UploadAttachmentDocument } from './send.generated.ts';

export type Recorded = Awaited<ReturnType<Recording['stop']>>;

type Uploaded = { readonly mediaId: string | null; readonly refusal: string | null };

/** Uploads a recording: its waveform tells the server that it is of sound, though browsers record into containers of videos. */
export async function uploadVoice(apollo: ApolloClient, { file, waveform }: Recorded): Promise<Uploaded> {
  const { data } = await apollo.mutate({ mutation: UploadAttachmentDocument, variables: { file, waveform } });
  const media = data?.uploadMedia?.media;
  return { mediaId: media?.id ?? null, refusal: refusalsOf(data?.uploadMedia)[0]?.message ?? null };
}
