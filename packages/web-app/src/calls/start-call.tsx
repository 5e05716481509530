import { useNavigate } from '@tanstack/react-router';
import { Phone, Video } from 'lucide-react';
import { useAct } from '../api/act.ts';
import type { CallKind } from '../generated/schema.ts';
import { IconButton } from '../parts/button.tsx';
import { Refusals } from '../parts/field.tsx';
import { useTexts } from '../texts/texts.tsx';
import { holdCall } from './running/held-call.ts';
import { OpenConversationDocument, StartCallDocument } from './call-acts.generated.ts';

type Called = { readonly conversationId: string } | { readonly userId: string };

/** Calls a conversation, or somebody in the conversation with them, by voice or with picture. */
export function StartCall({ of }: { readonly of: Called }) {
  const { calls } = useTexts();
  const navigate = useNavigate();
  const opening = useAct(OpenConversationDocument);
  const starting = useAct(StartCallDocument);

  async function conversationOf(called: Called): Promise<string | undefined> {
    if ('conversationId' in called) return called.conversationId;
    const opened = await opening.act({ variables: { input: { userIds: [called.userId] } } });
    return opened?.conversation?.id;
  }

  async function start(kind: CallKind): Promise<void> {
    const conversationId = await conversationOf(of);
    if (conversationId === undefined) return;
    const input = {
      conversationId,
      kind,
      isMuted: false,
      isVideoOn: kind === 'VIDEO',
      idempotencyKey: crypto.randomUUID(),
    };
    const started = await starting.act({ variables: { input } });
    if (!started?.call) return;
    holdCall(started.call.id);
    await navigate({ to: '/calls/$id', params: { id: started.call.id } });
  }

  const isBusy = opening.isActing || starting.isActing;
  return (
    <>
      <IconButton label={calls.voiceCall} disabled={isBusy} onClick={() => void start('AUDIO')}>
        <Phone aria-hidden="true" />
      </IconButton>
      <IconButton label={calls.videoCall} disabled={isBusy} onClick={() => void start('VIDEO')}>
        <Video aria-hidden="true" />
      </IconButton>
      <Refusals of={[...opening.refusals, ...starting.refusals]} />
    </>
  );
}
