import { Dialog } from '../../parts/dialog.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { PeopleSearch } from '../inbox/people-search.tsx';

/** Chooses somebody whose profile is sent. */
export function ContactForm({
  onSend,
  onClose,
}: {
  readonly onSend: (userId: string) => void;
  readonly onClose: () => void;
}) {
  const { messages } = useTexts();
  return (
    <Dialog title={messages.sendContact} onClose={onClose}>
      <PeopleSearch
        isChosen={() => false}
        canChoose={() => true}
        onChoose={({ id }) => {
          onSend(id);
          onClose();
        }}
      />
    </Dialog>
  );
}
