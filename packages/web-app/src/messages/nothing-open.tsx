import { MessagesSquare } from 'lucide-react';
import { useTexts } from '../texts/texts.tsx';

/** The place of a conversation on wide screens until one is opened. */
export function NothingOpen() {
  const { messages } = useTexts();
  return (
    <div className="state messages-nothing">
      <MessagesSquare aria-hidden="true" size={40} />
      <p>{messages.choose}</p>
    </div>
  );
}
