import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { useAct } from '../api/act.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { Refusals } from '../parts/field.tsx';
import { numberFormat } from '../parts/formats.ts';
import { Time } from '../parts/time.tsx';
import { useSpeech, useTexts } from '../texts/texts.tsx';
import { PollVotersButton } from '../who/poll-voters-button.tsx';
import { ClosePollDocument, type PollViewFragment, VotePollDocument } from './poll.generated.ts';
import '../styles/polls.css';

/** A poll: to vote in while the reader has no vote, and then its results as far as they are shown. */
export function PollView({ poll }: { readonly poll: PollViewFragment }) {
  const { polls } = useTexts();
  const { canVote = false, votedOptionIds = [] } = poll.viewer ?? {};
  const [isChanging, setIsChanging] = useState(false);
  const { act, isActing, refusals } = useAct(VotePollDocument);
  const isChoosing = canVote && (isChanging || votedOptionIds.length === 0);

  async function vote(optionIds: readonly string[]): Promise<void> {
    const input = { pollId: poll.id, optionIds: [...optionIds] };
    if (await act({ variables: { input } })) setIsChanging(false);
  }

  return (
    <section className="ballot" aria-label={polls.poll}>
      {isChoosing ? (
        <VoteForm poll={poll} isActing={isActing} onVote={(optionIds) => void vote(optionIds)} />
      ) : (
        <Results poll={poll} />
      )}
      <Refusals of={refusals} />
      <div className="ballot-foot">
        <span>{polls.votes(poll.voterCount)}</span>
        <PollEnd poll={poll} />
        {canVote && !isChoosing && (
          <>
            <button type="button" className="link-button" onClick={() => setIsChanging(true)}>
              {polls.change}
            </button>
            <button type="button" className="link-button" disabled={isActing} onClick={() => void vote([])}>
              {polls.takeBack}
            </button>
          </>
        )}
        <PollVotersButton poll={poll} className="link-button" />
        {poll.viewer?.canClose && <ClosePoll id={poll.id} />}
      </div>
    </section>
  );
}

function VoteForm({
  poll,
  isActing,
  onVote,
}: {
  readonly poll: PollViewFragment;
  readonly isActing: boolean;
  readonly onVote: (optionIds: readonly string[]) => void;
}) {
  const { polls } = useTexts();
  const name = useId();
  const [chosen, setChosen] = useState<readonly string[]>(poll.viewer?.votedOptionIds ?? []);
  const choose = (id: string, isChosen: boolean): void => {
    const others = poll.isMultipleChoice ? chosen.filter((each) => each !== id) : [];
    setChosen(isChosen ? [...others, id] : others);
  };
  return (
    <form
      className="ballot-form"
      onSubmit={(event) => {
        event.preventDefault();
        onVote(chosen);
      }}
    >
      <fieldset className="ballot-options">
        <legend className="visually-hidden">{poll.isMultipleChoice ? polls.chooseSome : polls.choose}</legend>
        {poll.options.map(({ id, text }) => (
          <label key={id} className="ballot-choice">
            <input
              type={poll.isMultipleChoice ? 'checkbox' : 'radio'}
              name={name}
              checked={chosen.includes(id)}
              onChange={({ target }) => choose(id, target.checked)}
            />
            <span dir="auto">{text}</span>
          </label>
        ))}
      </fieldset>
      <Button type="submit" disabled={isActing || chosen.length === 0}>
        {polls.vote}
      </Button>
    </form>
  );
}

function Results({ poll }: { readonly poll: PollViewFragment }) {
  const { polls } = useTexts();
  const { locale } = useSpeech();
  const percent = numberFormat(locale, { style: 'percent' });
  const { votedOptionIds = [] } = poll.viewer ?? {};
  return (
    <>
      <ul className="ballot-options">
        {poll.options.map(({ id, text, voteCount }) => {
          const share = voteCount === null ? null : voteCount / Math.max(1, poll.voterCount);
          return (
            <li key={id} className="ballot-result">
              {share !== null && <span className="ballot-bar" style={{ inlineSize: `${share * 100}%` }} />}
              <span className="ballot-text" dir="auto">
                {text}
              </span>
              {votedOptionIds.includes(id) && <Check role="img" aria-label={polls.yourVote} />}
              {share !== null && <span className="ballot-share">{percent.format(share)}</span>}
            </li>
          );
        })}
      </ul>
      {!poll.viewer?.canSeeResults && <p className="field-hint">{polls.resultsLater[poll.results]}</p>}
    </>
  );
}

function PollEnd({ poll: { closesAt, isClosed } }: { readonly poll: PollViewFragment }) {
  const { polls } = useTexts();
  if (isClosed) return <span>{polls.closed}</span>;
  return closesAt === null ? null : (
    <span>
      {polls.closes} <Time at={closesAt} />
    </span>
  );
}

function ClosePoll({ id }: { readonly id: string }) {
  const { polls } = useTexts();
  const [isAsking, setIsAsking] = useState(false);
  const { act, isActing, refusals } = useAct(ClosePollDocument);
  return (
    <>
      <button type="button" className="link-button" onClick={() => setIsAsking(true)}>
        {polls.close}
      </button>
      {isAsking && (
        <Confirm
          title={polls.closeTitle}
          text={polls.closeText}
          act={polls.close}
          isActing={isActing}
          onClose={() => setIsAsking(false)}
          onConfirm={() =>
            void act({ variables: { input: { pollId: id } } }).then((done) => done && setIsAsking(false))
          }
        >
          <Refusals of={refusals} />
        </Confirm>
      )}
    </>
  );
}
