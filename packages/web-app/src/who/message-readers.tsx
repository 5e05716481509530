import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { Select } from '../parts/choices.tsx';
import { useTexts } from '../texts/texts.tsx';
import { PAGE, WhoDialog } from './who-dialog.tsx';
import { MessageReactorsDocument, MessageReadersDocument } from './who.generated.ts';

/** People who have read a message of the user in a group. */
export function MessageReaders({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { messages } = useTexts();
  const result = useQuery(MessageReadersDocument, {
    variables: { id, first: PAGE },
    fetchPolicy: 'cache-and-network',
  });
  const list = result.data?.messageReaders;
  return (
    <WhoDialog
      title={messages.readers}
      none={messages.noReaders}
      result={result}
      people={list?.edges.map(({ node }) => ({ user: node }))}
      pageInfo={list?.pageInfo}
      onClose={onClose}
    />
  );
}

/** People who reacted to a message, all or with one emoji. */
export function MessageReactors({
  id,
  emojis,
  onClose,
}: {
  readonly id: string;
  readonly emojis: readonly string[];
  readonly onClose: () => void;
}) {
  const { posts } = useTexts();
  const [emoji, setEmoji] = useState('');
  const result = useQuery(MessageReactorsDocument, {
    variables: { id, first: PAGE, ...(emoji !== '' && { emoji }) },
    fetchPolicy: 'cache-and-network',
  });
  const list = result.data?.messageReactors;
  return (
    <WhoDialog
      title={posts.reactors}
      none={posts.noReactions}
      result={result}
      people={list?.edges.map(({ node }) => ({
        user: node.user,
        sign: { sign: node.emoji, name: node.emoji },
      }))}
      pageInfo={list?.pageInfo}
      onClose={onClose}
    >
      <Select
        label={posts.reaction}
        value={emoji}
        choices={[
          { value: '', name: posts.allReactions },
          ...emojis.map((each) => ({ value: each, name: each })),
        ]}
        onChange={setEmoji}
      />
    </WhoDialog>
  );
}
