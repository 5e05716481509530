import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Coins, useMoney } from '../../money/amounts.tsx';
import { useTexts } from '../../texts/texts.tsx';
import type { TierRowFragment } from './tiers.generated.ts';

/** Gives and price of a tier. */
export function TierCard({
  of,
  tag,
  children,
}: {
  readonly of: TierRowFragment;
  readonly tag?: ReactNode;
  readonly children?: ReactNode;
}) {
  const { creator } = useTexts();
  const say = useMoney();
  return (
    <article className="tier" aria-label={of.title}>
      <header className="tier-head">
        <div>
          <h2 dir="auto">{of.title}</h2>
          {tag}
        </div>
        <p className="tier-price">
          <Coins of={of.priceCoins} />
          {of.price && <span>{creator.orByCard(say(of.price))}</span>}
          <span className="row-quiet">{creator.intervals[of.interval]}</span>
        </p>
      </header>
      {of.description !== '' && <p dir="auto">{of.description}</p>}
      {of.perks.length > 0 && (
        <ul className="tier-perks">
          {of.perks.map((perk) => (
            <li key={perk}>
              <Check aria-hidden="true" />
              <span dir="auto">{perk}</span>
            </li>
          ))}
        </ul>
      )}
      {children}
    </article>
  );
}
