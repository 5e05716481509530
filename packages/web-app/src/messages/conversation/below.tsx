import { RotateCcw, Trash2 } from 'lucide-react';
import { Button } from '../../parts/button.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useTyping } from '../../live/typing.ts';
import { useOutbox } from '../composer/use-outbox.ts';
import type { MessageItemFragment } from '../message/message.generated.ts';
import { useActs } from '../message/acts-context.ts';
import { clientKeyOf } from '../message/client-key.ts';
import { previewOf } from '../message/preview.ts';
import type { ConversationHeadFragment } from './conversation.generated.ts';

/** Messages on their way, in the order in which they were written. */
export function Unsent({
  conversationId,
  messages,
}: {
  readonly conversationId: string;
  readonly messages: readonly MessageItemFragment[];
}) {
  const texts = useTexts();
  const { toComposer } = useActs();
  const { waiting, retry, discard } = useOutbox(conversationId);
  const arrived = new Set(
    messages.slice(-waiting.length * 2 - 20).map(({ clientData }) => clientKeyOf(clientData)),
  );
  return (
    <ol className="message-day-list">
      {waiting
        .filter(({ key }) => !arrived.has(key))
        .map(({ key, preview, refusal }) => (
          <li key={key} className="message message-own message-unsent">
            <div className="bubble-line">
              <div className="bubble">
                <p className="rich-text" dir="auto">
                  {previewOf(preview, texts)}
                </p>
                <p className="bubble-foot">
                  {refusal === null ? texts.messages.sending : texts.messages.notSent}
                </p>
              </div>
              {refusal !== null && (
                <div className="unsent-acts">
                  <p className="refused" role="alert">
                    {refusal}
                  </p>
                  <Button
                    onClick={() => {
                      retry(key);
                      toComposer();
                    }}
                  >
                    <RotateCcw aria-hidden="true" /> {texts.common.retry}
                  </Button>
                  <Button
                    onClick={() => {
                      discard(key);
                      toComposer();
                    }}
                  >
                    <Trash2 aria-hidden="true" /> {texts.common.delete}
                  </Button>
                </div>
              )}
            </div>
          </li>
        ))}
    </ol>
  );
}

/** How far the newest message has come, if it is the user's own. */
export function Receipt({
  conversation,
  last,
  userId,
}: {
  readonly conversation: ConversationHeadFragment;
  readonly last: MessageItemFragment | undefined;
  readonly userId: string;
}) {
  const { messages } = useTexts();
  if (last?.sender?.id !== userId) return null;
  const { viewer, kind, participants } = conversation;
  const peer = viewer?.peer;
  const readers = participants.edges.filter(
    ({ node: { user, lastReadSeq } }) => user?.id !== userId && (lastReadSeq ?? 0) >= last.seq,
  ).length;
  const said =
    kind === 'GROUP'
      ? readers > 0
        ? messages.seenBy(readers)
        : messages.sent
      : (peer?.lastReadSeq ?? 0) >= last.seq
        ? messages.seen
        : (peer?.lastDeliveredSeq ?? 0) >= last.seq
          ? messages.delivered
          : messages.sent;
  return <p className="receipt">{said}</p>;
}

export function TypingLine({ conversationId }: { readonly conversationId: string }) {
  const { messages } = useTexts();
  const [first, ...others] = useTyping(conversationId);
  const said = !first
    ? ''
    : others.length > 0
      ? messages.severalType(others.length + 1)
      : first.kind === 'VOICE_NOTE'
        ? messages.recording(first.name)
        : messages.typing(first.name);
  return (
    <p className="typing" role="status">
      {said}
    </p>
  );
}
