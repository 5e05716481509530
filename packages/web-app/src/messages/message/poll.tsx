import { useId } from 'react';
import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { PollVotersButton } from '../../who/poll-voters-button.tsx';
import { focusMessageOf } from './focus-message.ts';
import { CloseMessagePollDocument, VoteMessagePollDocument } from './content-acts.generated.ts';
import type { MessagePollFragment } from './message.generated.ts';

/** A poll whose options are the choices and, once they may be seen, the results. */
export function Poll({ poll, question }: { readonly poll: MessagePollFragment; readonly question: string }) {
  const { messages, polls } = useTexts();
  const voting = useAct(VoteMessagePollDocument);
  const closing = useClosing();
  const name = useId();
  const { canVote = false, canSeeResults = false, votedOptionIds = [] } = poll.viewer ?? {};

  const vote = (optionIds: string[]): void =>
    void voting.act({ variables: { input: { pollId: poll.id, optionIds } } });
  const choose = (id: string): void => {
    const isChosen = votedOptionIds.includes(id);
    const others = poll.isMultipleChoice ? votedOptionIds.filter((each) => each !== id) : [];
    const optionIds = isChosen ? votedOptionIds.filter((each) => each !== id) : [...others, id];
    vote(optionIds);
  };
  return (
    <fieldset className="poll">
      <legend dir="auto">{question}</legend>
      {poll.options.map(({ id, text, voteCount }) => {
        const share = poll.voterCount > 0 ? Math.round(((voteCount ?? 0) / poll.voterCount) * 100) : 0;
        return (
          <label key={id} className="poll-option">
            <input
              type={poll.isMultipleChoice ? 'checkbox' : 'radio'}
              name={name}
              checked={votedOptionIds.includes(id)}
              disabled={!canVote}
              onChange={() => choose(id)}
            />
            <span className="poll-text" dir="auto">
              {text}
            </span>
            {canSeeResults && (
              <>
                <span className="poll-share">{messages.share(share)}</span>
                <meter
                  className="poll-bar"
                  min={0}
                  max={100}
                  value={share}
                  aria-label={polls.votes(voteCount ?? 0)}
                />
              </>
            )}
          </label>
        );
      })}
      <PollFoot poll={poll} isVoting={voting.isActing} onTakeBack={() => vote([])} closing={closing} />
      <Refusals of={[...voting.refusals, ...closing.refusals]} />
    </fieldset>
  );
}

const useClosing = () => useAct(CloseMessagePollDocument);

function PollFoot({
  poll,
  isVoting,
  closing,
  onTakeBack,
}: {
  readonly poll: MessagePollFragment;
  readonly isVoting: boolean;
  readonly closing: ReturnType<typeof useClosing>;
  readonly onTakeBack: () => void;
}) {
  const { messages, polls } = useTexts();
  const { canVote = false, canClose = false, votedOptionIds = [] } = poll.viewer ?? {};
  return (
    <div className="poll-foot">
      {polls.votes(poll.voterCount)}
      {poll.isClosed && ` · ${polls.closed}`}
      <PollVotersButton poll={poll} className="button button-quiet" />
      {canVote && !poll.isMultipleChoice && votedOptionIds.length > 0 && (
        <Button
          kind="quiet"
          disabled={isVoting}
          onClick={({ currentTarget }) => {
            focusMessageOf(currentTarget);
            onTakeBack();
          }}
        >
          {polls.takeBack}
        </Button>
      )}
      {canClose && (
        <Button
          kind="quiet"
          disabled={closing.isActing}
          onClick={({ currentTarget }) => {
            focusMessageOf(currentTarget);
            void closing.act({ variables: { input: { pollId: poll.id } } });
          }}
        >
          {messages.closePoll}
        </Button>
      )}
    </div>
  );
}
