import { type SyntheticEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { Choices } from '../../parts/choices.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { MuteConversationDocument } from './inbox-acts.generated.ts';

const HOUR_MS = 60 * 60_000;
const SPANS_MS = { hour: HOUR_MS, hours: 8 * HOUR_MS, week: 7 * 24 * HOUR_MS, ever: null } as const;
type Span = keyof typeof SPANS_MS;
const SPANS: readonly Span[] = ['hour', 'hours', 'week', 'ever'];

/** Mutes a conversation for a time, or until it is taken back. */
export function MuteDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { messages } = useTexts();
  const { act, isActing, refusals } = useAct(MuteConversationDocument);
  const [span, setSpan] = useState<Span>('hours');
  const mute = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    const spanMs = SPANS_MS[span];
    const expiresAt = spanMs === null ? undefined : new Date(Date.now() + spanMs).toISOString();
    const input = { conversationId: id, ...(expiresAt !== undefined && { expiresAt }) };
    if (await act({ variables: { input } })) onClose();
  };
  return (
    <Dialog title={messages.mute} onClose={onClose}>
      <form className="form" onSubmit={(event) => void mute(event)}>
        <Choices
          legend={messages.muteFor}
          choices={SPANS.map((value) => ({ value, name: messages.muteSpans[value] }))}
          value={span}
          onChange={setSpan}
        />
        <Refusals of={refusals} />
        <div className="dialog-acts">
          <Button kind="main" type="submit" disabled={isActing}>
            {messages.mute}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
