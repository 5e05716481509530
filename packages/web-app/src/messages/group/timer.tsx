import { useId, useRef, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import type { Details } from './details.ts';
import { UpdateConversationDocument } from './group-acts.generated.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const CHOICES = [HOUR, DAY, 7 * DAY, 30 * DAY, 90 * DAY];

/** After how long messages that are sent from now on disappear. The others are told: the keys that go through the choices set nothing. */
export function Timer({
  conversation: { id, viewer, disappearAfterSeconds },
}: {
  readonly conversation: Details;
}) {
  const { common, messages } = useTexts();
  const { act, isActing, refusals } = useAct(UpdateConversationDocument);
  const [chosen, setChosen] = useState<number | null>(null);
  const select = useRef<HTMLSelectElement>(null);
  const fieldId = useId();
  if (!viewer?.canSetTimer) return null;
  const current = disappearAfterSeconds ?? 0;
  const seconds = chosen ?? current;
  // Another client may have set any number of seconds.
  const choices = [...new Set([...CHOICES, ...(current === 0 ? [] : [current])])];
  return (
    <section className="details-part" aria-label={messages.disappearing}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          // The button that saves goes away.
          select.current?.focus();
          const input = { conversationId: id, disappearAfterSeconds: seconds === 0 ? null : seconds };
          void act({ variables: { input } }).then((payload) => payload && setChosen(null));
        }}
      >
        <div className="field">
          <label htmlFor={fieldId}>{messages.disappearing}</label>
          <select
            ref={select}
            id={fieldId}
            className="input"
            value={seconds}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            <option value={0}>{messages.never}</option>
            {choices.map((each) => (
              <option key={each} value={each}>
                {messages.duration(each)}
              </option>
            ))}
          </select>
          <p className="field-hint">{messages.disappearingHint}</p>
        </div>
        <Refusals of={refusals} />
        {seconds !== current && (
          <div className="details-acts">
            <Button type="submit" kind="main" disabled={isActing}>
              {common.save}
            </Button>
          </div>
        )}
      </form>
    </section>
  );
}
