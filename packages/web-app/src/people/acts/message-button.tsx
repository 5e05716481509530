import { useNavigate } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { MessagePersonDocument } from './message.generated.ts';

/** Leads to the conversation with a person, which begins with it where there is none. */
export function MessageButton({
  user: { id, displayName },
}: {
  readonly user: { readonly id: string; readonly displayName: string };
}) {
  const { people } = useTexts();
  const navigate = useNavigate();
  const { act, isActing, refusals } = useAct(MessagePersonDocument);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const open = async (): Promise<void> => {
    const input = { kind: 'DIRECT' as const, userIds: [id], idempotencyKey };
    const payload = await act({ variables: { input } });
    if (!payload?.conversation) return;
    await navigate({ to: '/messages/$id', params: { id: payload.conversation.id } });
  };
  return (
    <>
      <Button aria-label={people.messageName(displayName)} disabled={isActing} onClick={() => void open()}>
        <MessageCircle aria-hidden="true" />
        {people.message}
      </Button>
      <Refusals of={refusals} />
    </>
  );
}
