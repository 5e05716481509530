import { type SyntheticEvent, useState } from 'react';
import { useAct } from '../api/act.ts';
import type { CallProblem } from '../generated/schema.ts';
import { Button } from '../parts/button.tsx';
import { Refusals } from '../parts/field.tsx';
import { useTexts } from '../texts/texts.tsx';
import { RateCallDocument } from './call-acts.generated.ts';

const STARS = [1, 2, 3, 4, 5] as const;
const PROBLEMS: readonly CallProblem[] = ['AUDIO', 'VIDEO', 'CONNECTION', 'ECHO', 'OTHER'];
/** Stars below which the problems are asked for. */
const GOOD = 5;

/** Asks somebody who was in a call how it was; the server takes one answer, for a day. */
export function Rating({ callId }: { readonly callId: string }) {
  const { calls } = useTexts();
  const { act, isActing, refusals } = useAct(RateCallDocument);
  const [stars, setStars] = useState<number | null>(null);
  const [problems, setProblems] = useState<readonly CallProblem[]>([]);
  const [isDone, setIsDone] = useState(false);
  const send = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (stars === null) return;
    const input = { callId, stars, problems: stars < GOOD ? [...problems] : [] };
    if (await act({ variables: { input } })) setIsDone(true);
  };
  if (isDone) return <p role="status">{calls.ratingThanks}</p>;
  return (
    <form className="call-rating" onSubmit={(event) => void send(event)}>
      <fieldset className="call-stars">
        <legend>{calls.ratingTitle}</legend>
        {STARS.map((count) => (
          <label key={count} className="call-star" data-on={stars !== null && count <= stars}>
            <input
              className="visually-hidden"
              type="radio"
              name="stars"
              checked={stars === count}
              onChange={() => setStars(count)}
              aria-label={calls.stars(count)}
            />
            <span aria-hidden="true">★</span>
          </label>
        ))}
      </fieldset>
      {stars !== null && stars < GOOD && (
        <fieldset className="call-problems">
          <legend>{calls.problemsTitle}</legend>
          {PROBLEMS.map((problem) => (
            <label key={problem} className="check">
              <input
                type="checkbox"
                checked={problems.includes(problem)}
                onChange={({ target }) => {
                  const others = problems.filter((each) => each !== problem);
                  setProblems(target.checked ? [...others, problem] : others);
                }}
              />
              {calls.problems[problem]}
            </label>
          ))}
        </fieldset>
      )}
      {stars !== null && (
        <Button type="submit" disabled={isActing}>
          {calls.sendRating}
        </Button>
      )}
      <Refusals of={refusals} />
    </form>
  );
}
