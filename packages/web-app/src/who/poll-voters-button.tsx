import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../texts/texts.tsx';

const PollVoters = lazy(async () => ({ default: (await import('./poll-voters.tsx')).PollVoters }));

type VotedPoll = {
  readonly isAnonymous: boolean;
  readonly voterCount: number;
  readonly options: readonly { readonly id: string; readonly text: string }[];
  readonly viewer: { readonly canSeeResults: boolean } | null;
};

/** Opens the list of those who voted, where the poll shows it. */
export function PollVotersButton({
  poll,
  className,
}: {
  readonly poll: VotedPoll;
  /** The look of other buttons beside it. */
  readonly className: string;
}) {
  const { polls } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  if (poll.isAnonymous || poll.voterCount === 0 || !poll.viewer?.canSeeResults) return null;
  return (
    <>
      <button type="button" className={className} onClick={() => setIsOpen(true)}>
        {polls.voters}
      </button>
      <Suspense fallback={null}>
        {isOpen && <PollVoters options={poll.options} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
}
