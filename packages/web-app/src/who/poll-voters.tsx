import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { Select } from '../parts/choices.tsx';
import { useTexts } from '../texts/texts.tsx';
import { PAGE, WhoDialog } from './who-dialog.tsx';
import { PollVotersDocument } from './who.generated.ts';

/** People who chose an option of a poll. */
export function PollVoters({
  options,
  onClose,
}: {
  readonly options: readonly { readonly id: string; readonly text: string }[];
  readonly onClose: () => void;
}) {
  const { polls } = useTexts();
  const [optionId, setOptionId] = useState(options[0]?.id ?? '');
  const result = useQuery(PollVotersDocument, {
    variables: { optionId, first: PAGE },
    fetchPolicy: 'cache-and-network',
  });
  const list = result.data?.pollVoters;
  return (
    <WhoDialog
      title={polls.voters}
      none={polls.noVoters}
      result={result}
      people={list?.edges.flatMap(({ node: { user } }) => (user ? [{ user }] : []))}
      pageInfo={list?.pageInfo}
      onClose={onClose}
    >
      <Select
        label={polls.option}
        value={optionId}
        choices={options.map(({ id, text }) => ({ value: id, name: text }))}
        onChange={setOptionId}
      />
    </WhoDialog>
  );
}
