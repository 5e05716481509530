import { useApolloClient } from '@apollo/client/react';
import { useAct } from '../../api/act.ts';
import type { MessageDeletionScope } from '../../generated/schema.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useActs } from './acts-context.ts';
import { DeleteMessageDocument } from './message-acts.generated.ts';
import type { MessageItemFragment } from './message.generated.ts';

export function DeleteMessage({
  message,
  onClose,
}: {
  readonly message: MessageItemFragment;
  readonly onClose: () => void;
}) {
  const { common, messages } = useTexts();
  const { cache } = useApolloClient();
  const { toComposer } = useActs();
  const { act, isActing, refusals } = useAct(DeleteMessageDocument);
  const remove = (scope: MessageDeletionScope): void =>
    void act({ variables: { input: { messageId: message.id, scope } } }).then((payload) => {
      if (!payload) return;
      onClose();
      if (scope === 'EVERYONE') return;
      cache.evict({ id: cache.identify({ __typename: 'Message', id: message.id }) ?? '' });
      toComposer();
    });
  return (
    <Dialog title={messages.deleteMessage} onClose={onClose}>
      <p>{messages.deleteMessageText}</p>
      <Refusals of={refusals} />
      <div className="dialog-acts">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button disabled={isActing} onClick={() => remove('ME')}>
          {messages.deleteForMe}
        </Button>
        {message.viewer?.canDeleteForEveryone && (
          <Button kind="danger" disabled={isActing} onClick={() => remove('EVERYONE')}>
            {messages.deleteForEveryone}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
