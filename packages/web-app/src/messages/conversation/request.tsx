import { useApolloClient } from '@apollo/client/react';
import { useNavigate } from '@tanstack/react-router';
import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { AcceptConversationDocument, DeclineConversationDocument } from '../inbox/inbox-acts.generated.ts';
import { useTitleOf } from '../inbox/conversation-title.tsx';
import { ConversationDocument, type ConversationHeadFragment } from './conversation.generated.ts';

/** Asks whether a request is accepted; nothing can be written before. */
export function RequestBar({ conversation }: { readonly conversation: ConversationHeadFragment }) {
  const { messages } = useTexts();
  const titleOf = useTitleOf();
  const navigate = useNavigate();
  const { cache } = useApolloClient();
  const accepting = useAct(AcceptConversationDocument);
  const declining = useAct(DeclineConversationDocument);
  const { id, kind, viewer } = conversation;
  const variables = { input: { conversationId: id } };
  const accept = (): void =>
    // Media of a request were withheld, and an invited user has seen no messages.
    void accepting.act({ variables, refetchQueries: [ConversationDocument] });
  const decline = (): void =>
    void declining.act({ variables }).then((payload) => {
      if (!payload) return;
      cache.evict({ id: cache.identify(conversation) ?? '' });
      void navigate({ to: '/messages', search: { inbox: 'requests' } });
    });
  return (
    <div className="request">
      <p>
        {kind === 'GROUP'
          ? messages.invitedBy(viewer?.addedBy?.displayName)
          : messages.requestFrom(titleOf(conversation))}
      </p>
      <div className="dialog-acts">
        <Button disabled={declining.isActing} onClick={decline}>
          {messages.decline}
        </Button>
        <Button kind="main" disabled={accepting.isActing} onClick={accept}>
          {messages.accept}
        </Button>
      </div>
      <Refusals of={[...accepting.refusals, ...declining.refusals]} />
    </div>
  );
}
