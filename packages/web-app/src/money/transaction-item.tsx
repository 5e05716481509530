import { Link } from '@tanstack/react-router';
import { Avatar } from '../parts/avatar.tsx';
import { Time } from '../parts/time.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Coins } from './amounts.tsx';
import type { TransactionRowFragment } from './wallet.generated.ts';

export function TransactionItem({ of }: { readonly of: TransactionRowFragment }) {
  const { money } = useTexts();
  const { counterparty } = of;
  const isIncoming = of.direction === 'CREDIT';
  return (
    <li className="row">
      {counterparty && <Avatar of={counterparty} size={36} />}
      <span className="row-texts">
        <span>{money.transactions[of.type]}</span>
        <span className="row-quiet">
          {counterparty && (
            <Link to="/u/$username" params={{ username: counterparty.username }} dir="auto">
              {counterparty.displayName}
            </Link>
          )}
          {counterparty && ' · '}
          <Time at={of.createdAt} />
          {of.status !== 'POSTED' && ` · ${money.transactionStates[of.status]}`}
        </span>
      </span>
      <span className={isIncoming ? 'sum sum-in' : 'sum'}>
        <Coins of={of.amountCoins} sign={isIncoming ? '+' : '−'} />
      </span>
    </li>
  );
}
