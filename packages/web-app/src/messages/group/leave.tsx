import { useApolloClient } from '@apollo/client/react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { LeaveConversationDocument } from './group-acts.generated.ts';

export function Leave({ conversationId }: { readonly conversationId: string }) {
  const { messages } = useTexts();
  const { cache } = useApolloClient();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const { act, isActing, refusals } = useAct(LeaveConversationDocument);
  const leave = (): void =>
    void act({ variables: { input: { conversationId } } }).then((payload) => {
      if (!payload) return;
      void navigate({ to: '/messages' }).then(() =>
        cache.evict({ id: cache.identify({ __typename: 'Conversation', id: conversationId }) ?? '' }),
      );
    });
  return (
    <section className="details-part">
      <Button onClick={() => setIsAsking(true)}>{messages.leave}</Button>
      {isAsking && (
        <Confirm
          title={messages.leaveTitle}
          text={messages.leaveText}
          act={messages.leave}
          isActing={isActing}
          onConfirm={leave}
          onClose={() => setIsAsking(false)}
        >
          <Refusals of={refusals} />
        </Confirm>
      )}
    </section>
  );
}
