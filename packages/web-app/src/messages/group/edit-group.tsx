import { useApolloClient } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { type Refusal, refusalsOf, refusalsOfFailure } from '../../api/refusals.ts';
import { Button } from '../../parts/button.tsx';
import { Field, Refusals, TextField } from '../../parts/field.tsx';
import { fieldsOf } from '../../parts/form.ts';
import { useTexts } from '../../texts/texts.tsx';
import { UploadAttachmentDocument } from '../composer/send.generated.ts';
import type { Details } from './details.ts';
import { UpdateConversationDocument } from './group-acts.generated.ts';

/** Name, description and picture of a group. */
export function EditGroup({
  conversation: { id, title, description, avatar },
}: {
  readonly conversation: Details;
}) {
  const { common, messages } = useTexts();
  const { act, isActing, refusals } = useAct(UpdateConversationDocument);
  const [isSaved, setIsSaved] = useState(false);
  const orNull = (text: string | undefined): string | null => (text?.trim() ? text.trim() : null);
  return (
    <section className="details-part" aria-label={messages.group}>
      <h3>{messages.group}</h3>
      <Picture conversationId={id} hasPicture={avatar !== null} />
      <form
        className="form"
        onChange={() => setIsSaved(false)}
        onSubmit={(event) => {
          const fields = fieldsOf(event);
          const input = {
            conversationId: id,
            title: orNull(fields['title']),
            description: orNull(fields['description']),
          };
          void act({ variables: { input } }).then((payload) => setIsSaved(payload !== null));
        }}
      >
        <Field
          label={messages.groupTitle}
          name="title"
          maxLength={100}
          defaultValue={title ?? ''}
          refusals={refusals}
        />
        <TextField
          label={messages.groupDescription}
          name="description"
          maxLength={500}
          defaultValue={description ?? ''}
          refusals={refusals}
        />
        <Refusals of={refusals} fields={['title', 'description']} />
        <div className="dialog-acts">
          <span role="status">{isSaved && messages.saved}</span>
          <Button type="submit" disabled={isActing}>
            {common.save}
          </Button>
        </div>
      </form>
    </section>
  );
}

function Picture({
  conversationId,
  hasPicture,
}: {
  readonly conversationId: string;
  readonly hasPicture: boolean;
}) {
  const { failures, messages } = useTexts();
  const apollo = useApolloClient();
  const file = useRef<HTMLInputElement>(null);
  const { act, isActing, refusals } = useAct(UpdateConversationDocument);
  const [refused, setRefused] = useState<readonly Refusal[]>([]);
  const [isUploading, setIsUploading] = useState(false);
  const set = (avatarMediaId: string | null): Promise<unknown> =>
    act({ variables: { input: { conversationId, avatarMediaId } } });

  async function upload(chosen: File): Promise<void> {
    setIsUploading(true);
    setRefused([]);
    try {
      const { data } = await apollo.mutate({
        mutation: UploadAttachmentDocument,
        variables: { file: chosen },
      });
      setRefused(refusalsOf(data?.uploadMedia));
      if (data?.uploadMedia?.media) await set(data.uploadMedia.media.id);
    } catch (error) {
      setRefused(refusalsOfFailure(error, failures.offline));
    } finally {
      setIsUploading(false);
    }
  }
  const isBusy = isUploading || isActing;
  return (
    <div className="details-acts">
      <input
        ref={file}
        type="file"
        hidden
        accept="image/*"
        aria-label={messages.changePicture}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) void upload(chosen);
          target.value = '';
        }}
      />
      <Button disabled={isBusy} onClick={() => file.current?.click()}>
        {messages.changePicture}
      </Button>
      {hasPicture && (
        <Button disabled={isBusy} onClick={() => void set(null)}>
          {messages.removePicture}
        </Button>
      )}
      <Refusals of={[...refused, ...refusals]} />
    </div>
  );
}
