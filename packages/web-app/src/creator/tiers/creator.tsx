import { skipToken, useQuery } from '@apollo/client/react';
import { useSession } from '@plaza/client/react';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Coins as CoinsIcon, HandCoins, Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { OwnTier } from './own-tier.tsx';
import { Statistics } from './statistics.tsx';
import { TierForm } from './tier-form.tsx';
import { CreatorDocument, type TierRowFragment } from './tiers.generated.ts';
import '../../styles/money.css';

const DEFAULT_CURRENCY = 'EUR';

export function Creator() {
  const { creator } = useTexts();
  const { user } = useSession();
  const result = useQuery(CreatorDocument, user ? { variables: { creatorId: user } } : skipToken);
  const [edited, setEdited] = useState<TierRowFragment | 'new' | null>(null);
  const { subscriptionTiers, coinPackages, creatorStats } = result.data ?? {};
  const tiers = subscriptionTiers?.edges.map(({ node }) => node) ?? [];
  const offered = tiers.filter(({ state }) => state !== 'ARCHIVED');
  return (
    <Screen
      title={creator.title}
      acts={
        <Button kind="quiet" onClick={() => setEdited('new')}>
          <Plus aria-hidden="true" />
          {creator.newTier}
        </Button>
      }
    >
      <Loading of={result} has={subscriptionTiers != null} rows={4}>
        <nav className="rows padded" aria-label={creator.more}>
          <Link to="/creator/members" className="row">
            <Users aria-hidden="true" />
            <span className="row-texts">{creator.members}</span>
            <span>{creatorStats?.memberCount ?? 0}</span>
            <ChevronRight className="chevron" aria-hidden="true" />
          </Link>
          <Link to="/creator/tips" className="row">
            <HandCoins aria-hidden="true" />
            <span className="row-texts">{creator.tips}</span>
            <ChevronRight className="chevron" aria-hidden="true" />
          </Link>
          <Link to="/creator/earnings" className="row">
            <CoinsIcon aria-hidden="true" />
            <span className="row-texts">{creator.earnings}</span>
            <ChevronRight className="chevron" aria-hidden="true" />
          </Link>
        </nav>
        {tiers.length === 0 && <Empty title={creator.noTiers} text={creator.noTiersText} />}
        <ul className="tiers">
          {tiers.map((tier) => (
            <li key={tier.id}>
              <OwnTier
                of={tier}
                among={offered}
                onEdit={() => setEdited(tier)}
                onChange={() => void result.refetch()}
              />
            </li>
          ))}
        </ul>
        {creatorStats && creatorStats.months.length > 0 && <Statistics of={creatorStats.months} />}
      </Loading>
      {edited !== null && (
        <TierForm
          of={edited === 'new' ? null : edited}
          currency={coinPackages?.[0]?.price.currency ?? DEFAULT_CURRENCY}
          onDone={() => {
            setEdited(null);
            void result.refetch();
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </Screen>
  );
}
