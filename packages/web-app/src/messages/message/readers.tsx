import { useQuery } from '@apollo/client/react';
import { Avatar } from '../../parts/avatar.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Loading } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { MessageReadersDocument } from './readers.generated.ts';

const SHOWN = 50;

/** People who have read a message of the user in a group. */
export function Readers({
  messageId,
  onClose,
}: {
  readonly messageId: string;
  readonly onClose: () => void;
}) {
  const { messages } = useTexts();
  const result = useQuery(MessageReadersDocument, {
    variables: { messageId, first: SHOWN },
    fetchPolicy: 'cache-and-network',
  });
  const people = result.data?.messageReaders?.nodes;
  return (
    <Dialog title={messages.readers} onClose={onClose}>
      <Loading of={result} has={people !== undefined}>
        {people?.length === 0 && <p>{messages.noReaders}</p>}
        <ul className="found-list">
          {people?.map((user) => (
            <li key={user.id} className="found">
              <Avatar of={user} size={36} />
              <span className="name" dir="auto">
                {user.displayName}
              </span>
            </li>
          ))}
        </ul>
      </Loading>
    </Dialog>
  );
}
