import type { ApolloClient } from '@apollo/client';
import { refusalsOf } from '../../api/refusals.ts';
import type { Recording } from './record.ts';
import { UploadAttachmentDocument, UploadedMediaDocument } from './send.generated.ts';

const LOOK_MS = 1_000;
const LOOKS = 60;

export type Recorded = Awaited<ReturnType<Recording['stop']>>;

type Uploaded = { readonly mediaId: string | null; readonly refusal: string | null };

/**
 * Uploads a recording. Browsers record into containers of videos, which the server takes for one until it has processed the file: a voice
 * note of it can be sent only then.
 */
export async function uploadVoice(apollo: ApolloClient, { file, waveform }: Recorded): Promise<Uploaded> {
  const { data } = await apollo.mutate({ mutation: UploadAttachmentDocument, variables: { file, waveform } });
  const media = data?.uploadMedia?.media;
  if (!media) return { mediaId: null, refusal: refusalsOf(data?.uploadMedia)[0]?.message ?? null };
  if (media.kind === 'AUDIO') return { mediaId: media.id, refusal: null };
  for (let look = 0; look < LOOKS; look += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_MS);
    });
    const answer = await apollo.query({
      query: UploadedMediaDocument,
      variables: { id: media.id },
      fetchPolicy: 'network-only',
    });
    const node = answer.data?.node;
    if (node?.__typename !== 'Media') break;
    if (node.state !== 'PROCESSING') return { mediaId: node.id, refusal: node.failure };
  }
  return { mediaId: null, refusal: null };
}
