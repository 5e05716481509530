import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../parts/button.tsx';
import { Select, Switch } from '../parts/choices.tsx';
import { Field } from '../parts/field.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { WrittenPoll } from './written.ts';

const OPTIONS_MIN = 2;
const OPTIONS_MAX = 10;
const OPTION_LENGTH_MAX = 100;
const DURATIONS = [60, 1_440, 4_320, 10_080, 43_200] as const;
const RESULTS = ['ALWAYS', 'AFTER_VOTE', 'AFTER_CLOSE'] as const;

type PollFieldsProps = {
  readonly poll: WrittenPoll;
  readonly onChange: (poll: WrittenPoll | null) => void;
};

export function PollFields({ poll, onChange }: PollFieldsProps) {
  const { compose } = useTexts();
  const change = (part: Partial<WrittenPoll>): void => onChange({ ...poll, ...part });
  return (
    <fieldset className="compose-poll">
      <legend>{compose.poll}</legend>
      <Options poll={poll} onChange={onChange} />
      <Select
        label={compose.duration}
        value={String(poll.durationMinutes ?? '')}
        choices={[
          ...DURATIONS.map((minutes) => ({ value: String(minutes), name: compose.durations[minutes] })),
          { value: '', name: compose.noEnd },
        ]}
        onChange={(value) => change({ durationMinutes: value === '' ? null : Number(value) })}
      />
      <Select
        label={compose.results}
        value={poll.results}
        choices={RESULTS.map((value) => ({ value, name: compose.resultsShown[value] }))}
        onChange={(results) => change({ results })}
      />
      <Switch
        label={compose.multipleChoice}
        isOn={poll.isMultipleChoice}
        onChange={(isMultipleChoice) => change({ isMultipleChoice })}
      />
      <Switch
        label={compose.anonymous}
        isOn={poll.isAnonymous}
        onChange={(isAnonymous) => change({ isAnonymous })}
      />
      <Button kind="quiet" onClick={() => onChange(null)}>
        {compose.removePoll}
      </Button>
    </fieldset>
  );
}

function Options({ poll, onChange }: PollFieldsProps) {
  const { compose } = useTexts();
  const { options } = poll;
  const change = (changed: readonly string[]): void => onChange({ ...poll, options: changed });
  return (
    <>
      {options.map((option, index) => (
        <div className="compose-option" key={index}>
          <Field
            name={`option${index}`}
            label={compose.option(index + 1)}
            maxLength={OPTION_LENGTH_MAX}
            dir="auto"
            value={option}
            onChange={({ target }) => change(options.with(index, target.value))}
          />
          {options.length > OPTIONS_MIN && (
            <IconButton
              label={compose.removeOption(index + 1)}
              onClick={() => change(options.toSpliced(index, 1))}
            >
              <X aria-hidden="true" />
            </IconButton>
          )}
        </div>
      ))}
      {options.length < OPTIONS_MAX && (
        <Button kind="quiet" onClick={() => change([...options, ''])}>
          <Plus aria-hidden="true" /> {compose.addOption}
        </Button>
      )}
    </>
  );
}
