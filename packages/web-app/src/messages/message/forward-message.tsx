import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Refusals } from '../../parts/field.tsx';
import { Loading } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { InboxDocument } from '../inbox/inbox.generated.ts';
import { ConversationAvatar, useTitleOf } from '../inbox/conversation-title.tsx';
import { ForwardMessageDocument } from './message-acts.generated.ts';
import type { MessageItemFragment } from './message.generated.ts';

const SHOWN = 30;
const TARGETS_MAX = 20;

export function ForwardMessage({
  message,
  onClose,
}: {
  readonly message: MessageItemFragment;
  readonly onClose: () => void;
}) {
  const { messages } = useTexts();
  const titleOf = useTitleOf();
  const result = useQuery(InboxDocument, { variables: { inbox: 'PRIMARY', first: SHOWN } });
  const conversations = result.data?.myConversations?.edges.map(({ node }) => node);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [key] = useState(() => crypto.randomUUID());
  const { act, isActing, refusals } = useAct(ForwardMessageDocument);
  const send = (): void =>
    void act({
      variables: { input: { messageId: message.id, conversationIds: [...chosen], idempotencyKey: key } },
    }).then((payload) => payload && onClose());
  return (
    <Dialog title={messages.forward} onClose={onClose}>
      <Loading of={result} has={conversations !== undefined}>
        <ul className="found-list">
          {conversations?.map((conversation) => (
            <li key={conversation.id}>
              <label className="found">
                <input
                  type="checkbox"
                  checked={chosen.includes(conversation.id)}
                  disabled={chosen.length >= TARGETS_MAX && !chosen.includes(conversation.id)}
                  onChange={({ target }) =>
                    setChosen(
                      target.checked
                        ? [...chosen, conversation.id]
                        : chosen.filter((id) => id !== conversation.id),
                    )
                  }
                />
                <ConversationAvatar of={conversation} size={36} />
                <span className="name" dir="auto">
                  {titleOf(conversation)}
                </span>
              </label>
            </li>
          ))}
        </ul>
      </Loading>
      <Refusals of={refusals} />
      <div className="dialog-acts">
        <Button kind="main" disabled={chosen.length === 0 || isActing} onClick={send}>
          {messages.forwardTo(chosen.length)}
        </Button>
      </div>
    </Dialog>
  );
}
