import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import type { MessageItemFragment } from '../message/message.generated.ts';
import { readDraft, writeDraft } from './drafts.ts';
import { EditMessageDocument } from './send.generated.ts';

/** The text of the field: the draft of the conversation, or that of a message while it is edited. */
export function useEditing({
  conversationId,
  userId,
  editing,
  onEnd,
}: {
  readonly conversationId: string;
  readonly userId: string;
  readonly editing: MessageItemFragment | null;
  readonly onEnd: () => void;
}) {
  const [draft, setDraft] = useState(() => readDraft(userId, conversationId));
  const [edit, setEdit] = useState<{ readonly id: string; readonly text: string } | null>(null);
  const { act, isActing, refusals } = useAct(EditMessageDocument);
  const edited = edit?.id === editing?.id ? edit?.text : undefined;
  return {
    text: editing ? (edited ?? editing.content.text) : draft,
    setText(next: string): void {
      if (editing) {
        setEdit({ id: editing.id, text: next });
        return;
      }
      writeDraft(userId, conversationId, next);
      setDraft(next);
    },
    async save(text: string): Promise<void> {
      if (!editing) return;
      const payload = await act({ variables: { input: { messageId: editing.id, text } } });
      if (!payload) return;
      setEdit(null);
      onEnd();
    },
    isSaving: isActing,
    refusals: editing ? refusals : [],
  };
}
