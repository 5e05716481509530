import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { fieldsOf } from '../../parts/form.ts';
import { useTexts } from '../../texts/texts.tsx';

export type NewPoll = {
  readonly question: string;
  readonly options: string[];
  readonly isMultipleChoice: boolean;
};

const OPTIONS_MIN = 2;
const OPTIONS_MAX = 10;

export function PollForm({
  onSend,
  onClose,
}: {
  readonly onSend: (poll: NewPoll) => void;
  readonly onClose: () => void;
}) {
  const { common, compose, messages } = useTexts();
  const [count, setCount] = useState(OPTIONS_MIN);
  return (
    <Dialog title={messages.newPoll} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          const fields = fieldsOf(event);
          const options = Array.from(
            { length: count },
            (_, index) => fields[`option-${index}`]?.trim() ?? '',
          );
          onSend({
            question: fields['question']?.trim() ?? '',
            options: options.filter((option) => option !== ''),
            isMultipleChoice: fields['several'] === 'on',
          });
          onClose();
        }}
      >
        <Field label={messages.question} name="question" required maxLength={300} autoComplete="off" />
        {Array.from({ length: count }, (_, index) => (
          <Field
            key={index}
            label={compose.option(index + 1)}
            name={`option-${index}`}
            required={index < OPTIONS_MIN}
            maxLength={100}
            autoComplete="off"
          />
        ))}
        {count < OPTIONS_MAX && (
          <Button kind="quiet" onClick={() => setCount(count + 1)}>
            {compose.addOption}
          </Button>
        )}
        <label className="check">
          <input type="checkbox" name="several" /> {messages.severalAnswers}
        </label>
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" kind="main">
            {common.send}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
