import { useState } from 'react';
import { useAct } from '../api/act.ts';
import type { Audience, PostVisibility } from '../generated/schema.ts';
import { Button } from '../parts/button.tsx';
import { Select, Switch } from '../parts/choices.tsx';
import { Confirm, Dialog } from '../parts/dialog.tsx';
import { Refusals } from '../parts/field.tsx';
import { Insist } from '../parts/insist.tsx';
import { SuggestingField } from '../suggest/suggesting-field.tsx';
import { useTexts } from '../texts/texts.tsx';
import { audienceChoices } from './audiences.ts';
import { UpdatePostDocument } from './edit-post.generated.ts';
import { DeletePostDocument } from './post-acts.generated.ts';
import type { PostCardFragment } from './post-card.generated.ts';

type Edited = {
  readonly text: string;
  readonly visibility: PostVisibility;
  readonly commentAudience: Audience;
  readonly isSensitive: boolean;
  readonly hasPlace: boolean;
};

const FIELDS = ['text'];

export function EditPost({
  post,
  onClose,
}: {
  readonly post: PostCardFragment;
  readonly onClose: () => void;
}) {
  const { common, posts } = useTexts();
  const { act, isActing, refusals } = useAct(UpdatePostDocument);
  const { text, visibility, commentAudience, isSensitive } = post;
  const hasPlace = post.location !== null;
  const before: Edited = { text, visibility, commentAudience, isSensitive, hasPlace };
  const [edited, setEdited] = useState(before);
  const change = (part: Partial<Edited>): void => setEdited({ ...edited, ...part });

  async function save(retryToken?: string): Promise<void> {
    const input = {
      postId: post.id,
      expectedVersion: post.version,
      ...changesOf(before, edited),
      ...(retryToken !== undefined && { retryToken }),
    };
    if (await act({ variables: { input } })) onClose();
  }

  return (
    <Dialog title={posts.editPost} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <SuggestingField
          name="text"
          label={posts.text}
          rows={5}
          dir="auto"
          value={edited.text}
          onText={(next) => change({ text: next })}
          refusals={refusals}
        />
        <SettingsOfPost post={post} edited={edited} onChange={change} />
        <Refusals of={refusals} fields={FIELDS} />
        <div className="dialog-acts">
          <Insist of={refusals} onInsist={(token) => void save(token)} />
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="main" type="submit" disabled={isActing}>
            {common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function SettingsOfPost({
  post,
  edited,
  onChange,
}: {
  readonly post: PostCardFragment;
  readonly edited: Edited;
  readonly onChange: (part: Partial<Edited>) => void;
}) {
  const { posts } = useTexts();
  return (
    <>
      <Select
        label={posts.audience}
        hint={posts.audienceNarrows}
        value={edited.visibility}
        choices={narrower(post.visibility).map((value) => ({ value, name: posts.visibilities[value] }))}
        onChange={(value) => onChange({ visibility: value })}
      />
      <Select
        label={posts.commentAudience}
        value={edited.commentAudience}
        choices={audienceChoices(posts)}
        onChange={(value) => onChange({ commentAudience: value })}
      />
      <Switch
        label={posts.markSensitive}
        isOn={edited.isSensitive}
        onChange={(isOn) => onChange({ isSensitive: isOn })}
      />
      {post.location && (
        <Switch
          label={posts.removePlace}
          hint={post.location.name}
          isOn={!edited.hasPlace}
          onChange={(isOn) => onChange({ hasPlace: !isOn })}
        />
      )}
    </>
  );
}

/** An audience can only become narrower, so that nobody sees what was not meant for them. */
function narrower(visibility: PostVisibility): readonly PostVisibility[] {
  if (visibility === 'PUBLIC') return ['PUBLIC', 'FOLLOWERS', 'SUBSCRIBERS', 'PRIVATE'];
  return visibility === 'PRIVATE' ? ['PRIVATE'] : [visibility, 'PRIVATE'];
}

function changesOf(post: Edited, edited: Edited) {
  const { text, visibility, commentAudience, isSensitive, hasPlace } = edited;
  return {
    ...(text !== post.text && { text }),
    ...(visibility !== post.visibility && { visibility }),
    ...(commentAudience !== post.commentAudience && { commentAudience }),
    ...(isSensitive !== post.isSensitive && { isSensitive }),
    ...(hasPlace !== post.hasPlace && { location: null }),
  };
}

export function DeletePost({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { common, posts } = useTexts();
  const { act, isActing, refusals } = useAct(DeletePostDocument);
  const remove = (): void =>
    void act({
      variables: { input: { postId: id } },
      update(cache, { data }) {
        if (data?.deletePost?.postId == null) return;
        cache.evict({ id: cache.identify({ __typename: 'Post', id }) ?? '' });
      },
    }).then((payload) => payload && onClose());
  return (
    <Confirm
      title={posts.deletePost}
      text={posts.deletePostText}
      act={common.delete}
      isActing={isActing}
      onConfirm={remove}
      onClose={onClose}
    >
      <Refusals of={refusals} />
    </Confirm>
  );
}
