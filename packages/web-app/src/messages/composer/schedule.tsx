import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import type { ScheduleMessageInput } from '../../generated/schema.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field, Refusals, TextField } from '../../parts/field.tsx';
import { fieldsOf } from '../../parts/form.ts';
import { useSpeech, useTexts } from '../../texts/texts.tsx';
import { previewOf } from '../message/preview.ts';
import {
  CancelScheduledMessageDocument,
  ScheduleMessageDocument,
  ScheduledMessagesDocument,
  SendScheduledMessageDocument,
  UpdateScheduledMessageDocument,
  type ScheduledItemFragment,
} from './send.generated.ts';

const SHOWN = 50;
const SOON_MS = 60 * 60_000;
const TEXT_MAX = 4_000;
/** Contents with a text or caption. */
const TEXTS: ReadonlySet<string> = new Set(['TextContent', 'MediaContent']);

/** A time as a field of a form wants it, by the clock of the reader. */
function localTimeOf(ms: number): string {
  const date = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 16);
}

/** Messages to be sent later, and the time for the one that is being written. */
export function Schedule({
  conversationId,
  input,
  onDescribe,
  onScheduled,
  onClose,
}: {
  readonly conversationId: string;
  /** The content that is written, or null when there is nothing to send. */
  readonly input: Omit<ScheduleMessageInput, 'conversationId' | 'sendAt' | 'idempotencyKey'> | null;
  /** Saves the alternative texts. @returns false once one is refused, which its field says */
  readonly onDescribe: () => Promise<boolean>;
  readonly onScheduled: () => void;
  readonly onClose: () => void;
}) {
  const { messages } = useTexts();
  const { act, isActing, refusals } = useAct(ScheduleMessageDocument);
  const [key] = useState(() => crypto.randomUUID());
  async function schedule(at: string): Promise<void> {
    if (!input) return;
    if (!(await onDescribe())) {
      onClose();
      return;
    }
    const sendAt = new Date(at).toISOString();
    const variables = { input: { ...input, conversationId, sendAt, idempotencyKey: key } };
    if (await act({ variables })) onScheduled();
  }
  return (
    <Dialog title={messages.schedule} onClose={onClose}>
      {input ? (
        <form className="form" onSubmit={(event) => void schedule(fieldsOf(event)['sendAt'] ?? '')}>
          <Field
            label={messages.sendAt}
            name="sendAt"
            type="datetime-local"
            required
            defaultValue={localTimeOf(Date.now() + SOON_MS)}
            refusals={refusals}
          />
          <Refusals of={refusals} fields={['sendAt']} />
          <div className="dialog-acts">
            <Button type="submit" kind="main" disabled={isActing}>
              {messages.sendLater}
            </Button>
          </div>
        </form>
      ) : (
        <p>{messages.writeFirst}</p>
      )}
      <Waiting conversationId={conversationId} />
    </Dialog>
  );
}

function Waiting({ conversationId }: { readonly conversationId: string }) {
  const texts = useTexts();
  const { locale } = useSpeech();
  const { data } = useQuery(ScheduledMessagesDocument, {
    variables: { first: SHOWN },
    fetchPolicy: 'cache-and-network',
  });
  const cancelling = useAct(CancelScheduledMessageDocument);
  const sending = useAct(SendScheduledMessageDocument);
  const [editedId, setEditedId] = useState<string | null>(null);
  const list =
    data?.myScheduledMessages?.nodes.filter(({ conversation }) => conversation?.id === conversationId) ?? [];
  if (list.length === 0) return null;
  const refetchQueries = [ScheduledMessagesDocument];
  return (
    <section aria-label={texts.messages.scheduled}>
      <h3>{texts.messages.scheduled}</h3>
      <ul className="scheduled">
        {list.map((item) => (
          <li key={item.id}>
            <p dir="auto">{previewOf(item.content, texts)}</p>
            <p className="message-quiet">
              {new Date(item.sendAt).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })}
              {item.failureCode !== null && ` · ${texts.messages.notSent}`}
            </p>
            <Button
              aria-expanded={editedId === item.id}
              onClick={() => setEditedId(editedId === item.id ? null : item.id)}
            >
              {texts.common.edit}
            </Button>
            <Button
              onClick={() =>
                void sending.act({ variables: { input: { scheduledMessageId: item.id } }, refetchQueries })
              }
            >
              {texts.messages.sendNow}
            </Button>
            <Button
              onClick={() =>
                void cancelling.act({ variables: { input: { scheduledMessageId: item.id } }, refetchQueries })
              }
            >
              {texts.common.cancel}
            </Button>
            {editedId === item.id && <EditScheduled item={item} onEnd={() => setEditedId(null)} />}
          </li>
        ))}
      </ul>
      <Refusals of={[...cancelling.refusals, ...sending.refusals]} />
    </section>
  );
}

function EditScheduled({
  item: { id, sendAt, content },
  onEnd,
}: {
  readonly item: ScheduledItemFragment;
  readonly onEnd: () => void;
}) {
  const { common, messages } = useTexts();
  const { act, isActing, refusals } = useAct(UpdateScheduledMessageDocument);
  const canHaveText = TEXTS.has(content.__typename);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        const { text, sendAt: at = '' } = fieldsOf(event);
        const input = {
          scheduledMessageId: id,
          sendAt: new Date(at).toISOString(),
          ...(text !== undefined && { text: text.trim() }),
        };
        void act({ variables: { input } }).then((payload) => payload && onEnd());
      }}
    >
      {canHaveText && (
        <TextField
          label={messages.write}
          name="text"
          rows={2}
          dir="auto"
          maxLength={TEXT_MAX}
          defaultValue={content.text}
          refusals={refusals}
        />
      )}
      <Field
        label={messages.sendAt}
        name="sendAt"
        type="datetime-local"
        required
        defaultValue={localTimeOf(Date.parse(sendAt))}
        refusals={refusals}
      />
      <Refusals of={refusals} fields={['sendAt', 'text']} />
      <div className="dialog-acts">
        <Button type="submit" kind="main" disabled={isActing}>
          {common.save}
        </Button>
      </div>
    </form>
  );
}
