import { useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field, Refusals } from '../../parts/field.tsx';
import { fieldsOf } from '../../parts/form.ts';
import { useTexts } from '../../texts/texts.tsx';
import { StartConversationDocument } from './inbox.generated.ts';
import { type FoundPerson, PeopleSearch } from './people-search.tsx';

/** Begins a conversation: a direct one with the person who is chosen, or a group. */
export function NewConversation({
  kind,
  onClose,
}: {
  readonly kind: 'direct' | 'group';
  readonly onClose: () => void;
}) {
  const { messages } = useTexts();
  return (
    <Dialog title={kind === 'direct' ? messages.newMessage : messages.newGroup} onClose={onClose}>
      {kind === 'direct' ? <NewDirect onClose={onClose} /> : <NewGroup onClose={onClose} />}
    </Dialog>
  );
}

function useStart(onClose: () => void) {
  const navigate = useNavigate();
  const starting = useAct(StartConversationDocument);
  async function start(kind: 'DIRECT' | 'GROUP', userIds: string[], title?: string): Promise<void> {
    const payload = await starting.act({
      variables: {
        input: {
          kind,
          userIds,
          idempotencyKey: crypto.randomUUID(),
          ...(title !== undefined && title !== '' && { title }),
        },
      },
    });
    if (!payload?.conversation) return;
    onClose();
    await navigate({ to: '/messages/$id', params: { id: payload.conversation.id } });
  }
  return { ...starting, start };
}

function NewDirect({ onClose }: { readonly onClose: () => void }) {
  const { start, refusals } = useStart(onClose);
  return (
    <>
      <PeopleSearch isChosen={() => false} onChoose={({ id }) => void start('DIRECT', [id])} />
      <Refusals of={refusals} />
    </>
  );
}

function NewGroup({ onClose }: { readonly onClose: () => void }) {
  const { messages } = useTexts();
  const { start, isActing, refusals } = useStart(onClose);
  const [people, setPeople] = useState<readonly FoundPerson[]>([]);
  const isChosen = ({ id }: FoundPerson): boolean => people.some((each) => each.id === id);
  const toggle = (person: FoundPerson): void =>
    setPeople(isChosen(person) ? people.filter(({ id }) => id !== person.id) : [...people, person]);
  return (
    <form
      className="form"
      onSubmit={(event) =>
        void start(
          'GROUP',
          people.map(({ id }) => id),
          fieldsOf(event)['title']?.trim(),
        )
      }
    >
      <Field
        label={messages.groupTitle}
        name="title"
        maxLength={100}
        refusals={refusals}
        autoComplete="off"
      />
      {people.length > 0 && (
        <ul className="picked-list">
          {people.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                className="picked"
                aria-label={messages.removeName(person.displayName)}
                onClick={() => toggle(person)}
              >
                <span dir="auto">{person.displayName}</span> <X aria-hidden="true" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <PeopleSearch isChosen={isChosen} onChoose={toggle} />
      <Refusals of={refusals} fields={['title']} />
      <div className="dialog-acts">
        <Button type="submit" kind="main" disabled={people.length === 0 || isActing}>
          {messages.startGroup}
        </Button>
      </div>
    </form>
  );
}
