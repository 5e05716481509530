import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { useEvents } from '../../api/use-events.ts';
import { Coins } from '../../money/amounts.tsx';
import { TipsReceivedDocument } from '../../money/tips/tips.generated.ts';
import { useDateText } from '../../parts/formats.ts';
import { Avatar } from '../../parts/avatar.tsx';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Refusals } from '../../parts/field.tsx';
import { More } from '../../parts/more.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { EarningsDocument, type EarningsQuery, RefundSaleDocument } from './earnings.generated.ts';

const PAGE = 20;

type Data = NonNullable<EarningsQuery['myEarnings']>;
type Earning = Data['earnings']['edges'][number]['node'];
type Payout = NonNullable<EarningsQuery['myPayouts']>['edges'][number]['node'];

export function Earnings() {
  const { creator } = useTexts();
  const result = useQuery(EarningsDocument, { variables: { first: PAGE } });
  const { myEarnings: earnings, myPayouts: payouts } = result.data ?? {};
  const { endCursor, hasNextPage = false } = earnings?.earnings.pageInfo ?? {};
  useEvents(TipsReceivedDocument, () => void result.refetch());
  return (
    <Screen title={creator.earnings} hasBack>
      <Loading of={result} has={earnings != null}>
        {earnings && <Sums of={earnings} />}
        {payouts && payouts.edges.length > 0 && <Payouts of={payouts.edges.map(({ node }) => node)} />}
        <section className="settings-part" aria-labelledby="earned">
          <h2 id="earned">{creator.oneByOne}</h2>
          {earnings?.earnings.edges.length === 0 && (
            <Empty title={creator.noEarnings} text={creator.noEarningsText} />
          )}
          <ul className="rows">
            {earnings?.earnings.edges.map(({ node }) => (
              <EarningItem key={node.transactionId} of={node} onChange={() => void result.refetch()} />
            ))}
          </ul>
        </section>
        <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
      </Loading>
    </Screen>
  );
}

function Sums({ of }: { readonly of: Data }) {
  const { creator, money } = useTexts();
  const day = useDateText();
  const sums = [
    { name: creator.available, coins: of.availableCoins },
    { name: creator.pending, coins: of.pendingCoins },
    { name: creator.paidOut, coins: of.paidOutCoins },
    ...(of.debtCoins > 0 ? [{ name: creator.debt, coins: of.debtCoins }] : []),
  ];
  return (
    <>
      <dl className="facts">
        {sums.map(({ name, coins }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Coins of={coins} />
            </dd>
          </div>
        ))}
      </dl>
      {of.nextClearingAt !== null && of.nextClearingCoins !== null && (
        <p className="padded row-quiet">
          {creator.nextClearing(
            money.coins(String(of.nextClearingCoins), of.nextClearingCoins),
            day(of.nextClearingAt),
          )}
        </p>
      )}
    </>
  );
}

function Payouts({ of }: { readonly of: readonly Payout[] }) {
  const { creator } = useTexts();
  return (
    <section className="settings-part" aria-labelledby="payouts">
      <h2 id="payouts">{creator.payouts}</h2>
      <ul className="rows">
        {of.map(({ id, amountCoins, method, reference, createdAt, reversedAt }) => (
          <li className="row" key={id}>
            <span className="row-texts">
              <span>{creator.payoutMethods[method]}</span>
              <span className="row-quiet">
                {reference} · <Time at={createdAt} />
                {reversedAt !== null && ` · ${creator.reversed}`}
              </span>
            </span>
            <span className="sum">
              <Coins of={amountCoins} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function EarningItem({ of, onChange }: { readonly of: Earning; readonly onChange: () => void }) {
  const { creator } = useTexts();
  const day = useDateText();
  const sale = of.messagePurchase;
  return (
    <li className="row">
      <Avatar of={of.sender ?? { displayName: creator.somebody, avatar: null }} size={36} />
      <span className="row-texts">
        <span dir="auto">{of.sender?.displayName ?? creator.somebody}</span>
        <span className="row-quiet">
          {of.tip ? creator.byTip : sale ? creator.byMessage : creator.bySubscription} ·{' '}
          <Time at={of.createdAt} />
          {of.state === 'PENDING' &&
            of.availableAt !== null &&
            ` · ${creator.availableOn(day(of.availableAt))}`}
          {of.state === 'TAKEN_BACK' && ` · ${creator.takenBack}`}
        </span>
        {of.tip?.message != null && <span dir="auto">{of.tip.message}</span>}
        {sale?.state === 'PAID' && <Refund id={sale.id} onDone={onChange} />}
      </span>
      <span className="sum sum-in">
        <Coins of={of.earnedCoins} sign="+" />
      </span>
    </li>
  );
}

/** Gives the buyer of a message their coins back. */
function Refund({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const { creator } = useTexts();
  const { act, isActing, refusals } = useAct(RefundSaleDocument);
  const [isAsking, setIsAsking] = useState(false);
  const refund = (): void =>
    void act({ variables: { input: { purchaseId: id } } }).then((payload) => {
      if (!payload) return;
      setIsAsking(false);
      onDone();
    });
  return (
    <>
      <div className="settings-acts">
        <Button onClick={() => setIsAsking(true)}>{creator.refund}</Button>
      </div>
      {isAsking && (
        <Confirm
          title={creator.refundTitle}
          text={creator.refundText}
          act={creator.refund}
          isActing={isActing}
          onConfirm={refund}
          onClose={() => setIsAsking(false)}
        >
          <Refusals of={refusals} />
        </Confirm>
      )}
    </>
  );
}
