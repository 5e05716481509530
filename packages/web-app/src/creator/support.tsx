import { Link } from '@tanstack/react-router';
import { CircleDollarSign, Star, WalletCards } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { StartCall } from '../calls/start-call.tsx';
import { Button } from '../parts/button.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { SupportedUserFragment } from './support.generated.ts';

const TipDialog = lazy(async () => ({ default: (await import('../money/tip-dialog.tsx')).TipDialog }));

/** Acts that a profile offers besides its posts: its tiers, a tip and a call; to its owner the wallet and the screen for creators. */
export function Support({ of }: { readonly of: SupportedUserFragment }) {
  const { creator, money } = useTexts();
  const [isTipping, setIsTipping] = useState(false);
  if (of.viewer?.isSelf) {
    return (
      <>
        <Link to="/wallet" className="button button-plain">
          <WalletCards aria-hidden="true" />
          {money.wallet}
        </Link>
        <Link to="/creator" className="button button-plain">
          <Star aria-hidden="true" />
          {creator.title}
        </Link>
      </>
    );
  }
  return (
    <>
      <Link to="/u/$username/tiers" params={{ username: of.username }} className="button button-plain">
        <Star aria-hidden="true" />
        {creator.tiersLink}
      </Link>
      {of.viewer?.canTip && (
        <Button onClick={() => setIsTipping(true)}>
          <CircleDollarSign aria-hidden="true" />
          {money.tip}
        </Button>
      )}
      {of.viewer?.canCall && <StartCall of={{ userId: of.id }} />}
      {isTipping && (
        <Suspense>
          <TipDialog target={{ userId: of.id }} name={of.displayName} onClose={() => setIsTipping(false)} />
        </Suspense>
      )}
    </>
  );
}
