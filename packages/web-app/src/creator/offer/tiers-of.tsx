import { useQuery } from '@apollo/client/react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useEvents } from '../../api/use-events.ts';
import { Button } from '../../parts/button.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Empty, Loading, NotFound } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { type OwnSubscriptionFragment, SubscriptionEventsDocument } from '../members/members.generated.ts';
import { SubscriptionActs } from '../members/subscription-acts.tsx';
import { SubscriptionState } from '../members/subscriptions.tsx';
import { TierCard } from '../tiers/tier-card.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { type OfferedTierFragment, TiersOfDocument } from './offer.generated.ts';
import { SubscribeDialog } from './subscribe-dialog.tsx';
import { useKept } from '../../parts/use-kept.ts';
import '../../styles/money.css';

export function TiersOf() {
  const params = useParams({ from: '/inside/u/$username/tiers', shouldThrow: false });
  const { username } = useKept(params);
  const { creator } = useTexts();
  const result = useQuery(TiersOfDocument, { variables: { username } });
  const user = result.data?.user;
  useEvents(SubscriptionEventsDocument, () => void result.refetch());
  const [chosen, setChosen] = useState<OfferedTierFragment | null>(null);
  const tiers = user?.subscriptionTiers.edges.map(({ node }) => node) ?? [];
  const current = currentOf(tiers);
  const close = (): void => {
    setChosen(null);
    void result.refetch();
  };
  if (result.data && !user) return <NotFound />;
  return (
    <Screen title={creator.tiersOf(user?.displayName ?? username)} hasBack>
      <Loading of={result} has={user != null}>
        {tiers.length === 0 && <Empty title={creator.noOffer} />}
        <ul className="tiers">
          {tiers.map((tier) => (
            <li key={tier.id}>
              <OfferedTier
                of={tier}
                current={current}
                isOwn={user?.viewer?.isSelf ?? false}
                onChoose={() => setChosen(tier)}
              />
            </li>
          ))}
        </ul>
      </Loading>
      {chosen &&
        (current ? (
          <ChangeDialog to={chosen} from={current} onClose={close} />
        ) : (
          <SubscribeDialog
            of={chosen}
            name={user?.displayName ?? username}
            coins={result.data?.myCoinBalance?.totalCoins ?? 0}
            onClose={close}
          />
        ))}
    </Screen>
  );
}

/** The subscription to this creator that runs; it is told by the tier it is for. */
const currentOf = (tiers: readonly OfferedTierFragment[]): OwnSubscriptionFragment | null =>
  tiers
    .map(({ viewer }) => viewer?.subscription ?? null)
    .find((subscription) => subscription !== null && subscription.state !== 'ENDED') ?? null;

function OfferedTier({
  of,
  current,
  isOwn,
  onChoose,
}: {
  readonly of: OfferedTierFragment;
  readonly current: OwnSubscriptionFragment | null;
  readonly isOwn: boolean;
  readonly onChoose: () => void;
}) {
  const { creator } = useTexts();
  const trial = of.viewer?.hasTrial && of.trialDays > 0 ? creator.trialDays(of.trialDays) : null;
  if (current?.tierId === of.id) {
    return (
      <TierCard of={of} tag={<span className="tag tag-good">{creator.yours}</span>}>
        <SubscriptionState of={current} />
        <SubscriptionActs of={current} />
      </TierCard>
    );
  }
  return (
    <TierCard of={of} tag={trial !== null && <span className="tag tag-good">{trial}</span>}>
      {!isOwn && (
        <Button kind="main" disabled={of.isFull} onClick={onChoose}>
          {of.isFull ? creator.full : current ? creator.changeTo : creator.subscribe}
        </Button>
      )}
    </TierCard>
  );
}
