import { useRef } from 'react';
import { useAct } from '../api/act.ts';
import type { Refusal } from '../api/refusals.ts';
import { MyDraftsDocument } from './compose.generated.ts';
import { addToFeed, expectedPost, type Writing } from './expected-post.ts';
import { CreatePostDocument, PublishDraftDocument, SaveDraftDocument } from './publish.generated.ts';
import { inputOf } from './written.ts';

type SavedDraft = { readonly id: string; readonly version: number };

/** Publishes what is written, or saves it as a draft. */
export function usePublishing() {
  const creating = useAct(CreatePostDocument);
  const saving = useAct(SaveDraftDocument);
  const publishing = useAct(PublishDraftDocument);
  const keyFor = useKeys();

  async function save(writing: Writing) {
    const { written, media, quoted } = writing;
    const input = {
      ...inputOf(
        written,
        media.map(({ id }) => id),
        quoted?.id,
      ),
      ...(written.draft && { draftId: written.draft.id, expectedVersion: written.draft.version }),
    };
    const idempotencyKey = keyFor(input);
    const payload = await saving.act({
      variables: { input: { ...input, idempotencyKey } },
      refetchQueries: [MyDraftsDocument],
    });
    return payload?.draft ?? null;
  }

  /** @returns whether it was published; on a refusal, or without an answer, `refusals` say why */
  async function publish(
    writing: Writing,
    { retryToken, onSaved }: { retryToken: string | undefined; onSaved: (draft: SavedDraft) => void },
  ): Promise<boolean> {
    const insists = retryToken !== undefined && { retryToken };
    const post = expectedPost(writing);
    if (writing.written.draft) {
      const draft = await save(writing);
      if (!draft) return false;
      onSaved(draft);
      const input = { draftId: draft.id, ...insists };
      const published = await publishing.act({
        variables: { input: { ...input, idempotencyKey: keyFor(input) } },
        optimisticResponse: { publishDraft: { __typename: 'PublishDraftPayload', post, errors: [] } },
        update(cache, { data }) {
          if (data?.publishDraft?.post) addToFeed(cache, data.publishDraft.post);
        },
        refetchQueries: [MyDraftsDocument],
      });
      return published !== null;
    }
    const { written, media, quoted } = writing;
    const ids = media.map(({ id }) => id);
    const input = { ...inputOf(written, ids, quoted?.id), ...insists };
    const created = await creating.act({
      variables: { input: { ...input, idempotencyKey: keyFor(input) } },
      optimisticResponse: { createPost: { __typename: 'CreatePostPayload', post, errors: [] } },
      update(cache, { data }) {
        if (data?.createPost?.post) addToFeed(cache, data.createPost.post);
      },
    });
    return created !== null;
  }

  const refusals: readonly Refusal[] = [...creating.refusals, ...saving.refusals, ...publishing.refusals];
  return { save, publish, refusals, isActing: creating.isActing || saving.isActing || publishing.isActing };
}

/** One key for each input, so that what is sent again after a lost answer is done once. */
function useKeys(): (input: object) => string {
  const last = useRef({ input: '', key: '' });
  return (input) => {
    const text = JSON.stringify(input);
    if (last.current.input !== text) last.current = { input: text, key: crypto.randomUUID() };
    return last.current.key;
  };
}
