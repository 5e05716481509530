import { useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { ChevronRight, CreditCard, Gauge, Gift, HandCoins, Receipt, Star } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useDateText } from '../parts/formats.ts';
import { More } from '../parts/more.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Loading } from '../parts/states.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Coins, useMoney } from './amounts.tsx';
import { BuyDialog } from './buy-dialog.tsx';
import { TransactionItem } from './transaction-item.tsx';
import { type BalanceFragment, type PackageCardFragment, WalletDocument } from './wallet.generated.ts';

const PAGE = 20;

export function Wallet() {
  const { creator, money } = useTexts();
  const result = useQuery(WalletDocument, { variables: { first: PAGE } });
  const [buying, setBuying] = useState<PackageCardFragment | null>(null);
  const list = result.data?.myTransactions;
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  return (
    <Screen title={money.wallet}>
      <Loading of={result} has={list != null} rows={6}>
        {result.data?.myCoinBalance && <BalanceCard of={result.data.myCoinBalance} />}
        <section className="settings-part" aria-labelledby="packages">
          <h2 id="packages">{money.buy}</h2>
          <ul className="packages">
            {result.data?.coinPackages?.map((each) => (
              <li key={each.id}>
                <PackageButton of={each} onBuy={() => setBuying(each)} />
              </li>
            ))}
          </ul>
        </section>
        <nav className="rows padded" aria-label={money.more}>
          <WalletLink to="/wallet/cards" name={money.cards} icon={<CreditCard aria-hidden="true" />} />
          <WalletLink to="/wallet/limits" name={money.limits} icon={<Gauge aria-hidden="true" />} />
          <WalletLink to="/wallet/payments" name={money.payments} icon={<Receipt aria-hidden="true" />} />
          <WalletLink to="/wallet/tips" name={creator.tips} icon={<Gift aria-hidden="true" />} />
          <WalletLink to="/subscriptions" name={money.subscriptions} icon={<Star aria-hidden="true" />} />
          <WalletLink to="/creator" name={creator.title} icon={<HandCoins aria-hidden="true" />} />
        </nav>
        <section className="settings-part" aria-labelledby="history">
          <h2 id="history">{money.history}</h2>
          {list?.edges.length === 0 && <Empty title={money.noHistory} />}
          <ul className="rows">
            {list?.edges.map(({ node }) => (
              <TransactionItem key={node.id} of={node} />
            ))}
          </ul>
        </section>
        <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
      </Loading>
      {buying && <BuyDialog of={buying} onClose={() => setBuying(null)} />}
    </Screen>
  );
}

function BalanceCard({ of }: { readonly of: BalanceFragment }) {
  const { money } = useTexts();
  const day = useDateText();
  return (
    <section className="balance" aria-labelledby="balance">
      <h2 id="balance">{money.balance}</h2>
      <p className="balance-sum" role="status">
        <Coins of={of.totalCoins} />
      </p>
      {of.promoCoins > 0 && <p className="row-quiet">{money.promo(of.promoCoins)}</p>}
      {of.nextExpiryAt !== null && (
        <p className="row-quiet">{money.expiring(of.expiringCoins, day(of.nextExpiryAt))}</p>
      )}
    </section>
  );
}

function PackageButton({ of, onBuy }: { readonly of: PackageCardFragment; readonly onBuy: () => void }) {
  const { money } = useTexts();
  const price = useMoney()(of.price);
  const day = useDateText();
  return (
    <button type="button" className="package" onClick={onBuy}>
      <Coins of={of.totalCoins} />
      {of.bonusCoins > 0 && <span className="package-bonus">{money.bonus(of.bonusCoins)}</span>}
      <span className="package-price">{price}</span>
      {of.endsAt !== null && <span className="row-quiet">{money.until(day(of.endsAt))}</span>}
    </button>
  );
}

function WalletLink({
  to,
  name,
  icon,
}: {
  readonly to:
    '/wallet/cards' | '/wallet/limits' | '/wallet/payments' | '/wallet/tips' | '/subscriptions' | '/creator';
  readonly name: string;
  readonly icon: ReactNode;
}) {
  return (
    <Link to={to} className="row">
      {icon}
      <span className="row-texts">{name}</span>
      <ChevronRight className="chevron" aria-hidden="true" />
    </Link>
  );
}
