import { useId } from 'react';
import { useAct } from '../../api/act.ts';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import type { Details } from './details.ts';
import { UpdateConversationDocument } from './group-acts.generated.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const CHOICES = [HOUR, DAY, 7 * DAY, 30 * DAY, 90 * DAY];

/** After how long messages that are sent from now on disappear. */
export function Timer({
  conversation: { id, viewer, disappearAfterSeconds },
}: {
  readonly conversation: Details;
}) {
  const { messages } = useTexts();
  const { act, isActing, refusals } = useAct(UpdateConversationDocument);
  const fieldId = useId();
  if (!viewer?.canSetTimer) return null;
  // Another client may have set any number of seconds.
  const choices = [
    ...new Set([...CHOICES, ...(disappearAfterSeconds === null ? [] : [disappearAfterSeconds])]),
  ];
  return (
    <section className="details-part" aria-label={messages.disappearing}>
      <div className="field">
        <label htmlFor={fieldId}>{messages.disappearing}</label>
        <select
          id={fieldId}
          className="input"
          value={disappearAfterSeconds ?? 0}
          disabled={isActing}
          onChange={({ target }) => {
            const seconds = Number(target.value);
            const input = { conversationId: id, disappearAfterSeconds: seconds === 0 ? null : seconds };
            void act({ variables: { input } });
          }}
        >
          <option value={0}>{messages.never}</option>
          {choices.map((seconds) => (
            <option key={seconds} value={seconds}>
              {messages.duration(seconds)}
            </option>
          ))}
        </select>
        <p className="field-hint">{messages.disappearingHint}</p>
      </div>
      <Refusals of={refusals} />
    </section>
  );
}
