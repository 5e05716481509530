import { useState } from 'react';
import { useAct } from '../api/act.ts';
import { Button } from '../parts/button.tsx';
import { Refusals } from '../parts/field.tsx';
import { Insist } from '../parts/insist.tsx';
import { SuggestingText } from '../suggest/suggesting-text.tsx';
import { useTexts } from '../texts/texts.tsx';
import { UpdateCommentDocument } from './comment-acts.generated.ts';
import type { CommentViewFragment } from './comment.generated.ts';

export function EditComment({
  comment,
  onDone,
}: {
  readonly comment: CommentViewFragment;
  readonly onDone: () => void;
}) {
  const { comments, common } = useTexts();
  const { act, isActing, refusals } = useAct(UpdateCommentDocument);
  const [text, setText] = useState(comment.text);

  async function save(retryToken?: string): Promise<void> {
    const input = { commentId: comment.id, text, ...(retryToken !== undefined && { retryToken }) };
    if (await act({ variables: { input } })) onDone();
  }

  return (
    <form
      className="comment-form"
      aria-label={comments.edit}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <SuggestingText
        className="input comment-input"
        aria-label={comments.edit}
        dir="auto"
        rows={2}
        autoFocus
        value={text}
        onText={setText}
        onKeyDown={({ key }) => {
          if (key === 'Escape') onDone();
        }}
      />
      <Refusals of={refusals} />
      <div className="comment-form-acts">
        <Insist of={refusals} onInsist={(token) => void save(token)} />
        <Button onClick={onDone}>{common.cancel}</Button>
        <Button kind="main" type="submit" disabled={isActing}>
          {common.save}
        </Button>
      </div>
    </form>
  );
}
