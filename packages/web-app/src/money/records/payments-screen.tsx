import { useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { useAct } from '../../api/act.ts';
import { useDateText } from '../../parts/formats.ts';
import { Button } from '../../parts/button.tsx';
import { Refusals } from '../../parts/field.tsx';
import { More } from '../../parts/more.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Coins, useMoney } from '../amounts.tsx';
import { BoughtMessages } from './bought-messages.tsx';
import { CancelPurchaseDocument, type PurchaseStateFragment } from '../purchase.generated.ts';
import {
  type InvoiceRowFragment,
  InvoicesDocument,
  PaymentsDocument,
  type PaymentsQuery,
  PurchasesDocument,
} from './records.generated.ts';

const PAGE = 20;

export function PaymentsScreen() {
  const { money } = useTexts();
  return (
    <Screen title={money.payments} hasBack>
      <Tabs
        label={money.payments}
        tabs={[
          { value: 'payments', name: money.byCard, content: <Payments /> },
          { value: 'purchases', name: money.purchases, content: <Purchases /> },
          { value: 'invoices', name: money.invoices, content: <Invoices /> },
          { value: 'messages', name: money.boughtMessages, content: <BoughtMessages /> },
        ]}
      />
    </Screen>
  );
}

function Payments() {
  const { money } = useTexts();
  const result = useQuery(PaymentsDocument, { variables: { first: PAGE } });
  const list = result.data?.myPayments;
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  return (
    <Loading of={result} has={list != null}>
      {list?.edges.length === 0 && <Empty title={money.nothingYet} />}
      <ul className="rows padded">
        {list?.edges.map(({ node }) => (
          <PaymentItem key={node.id} of={node} />
        ))}
      </ul>
      <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
    </Loading>
  );
}

type Payment = NonNullable<PaymentsQuery['myPayments']>['edges'][number]['node'];

function PaymentItem({ of }: { readonly of: Payment }) {
  const { money } = useTexts();
  const say = useMoney();
  return (
    <li className="row">
      <span className="row-texts">
        <Bought of={of} />
        <span className="row-quiet">
          {of.cardLast4 !== null && `${money.brands[of.cardBrand ?? 'OTHER']} •••• ${of.cardLast4} · `}
          {of.declineReason === null
            ? money.paymentStates[of.state]
            : money.declines[of.declineReason]} · <Time at={of.createdAt} />
        </span>
        {of.refundedAmount.amountMinor > 0 && (
          <span className="row-quiet">{money.refunded(say(of.refundedAmount))}</span>
        )}
        {of.receiptUrl !== null && (
          <a className="row-link" href={of.receiptUrl} target="_blank" rel="noopener noreferrer">
            {money.receipt}
          </a>
        )}
      </span>
      <span className="sum">{say(of.amount)}</span>
    </li>
  );
}

/** Coins or the period of a subscription that was paid, with the way to it. */
function Bought({ of: { coinPurchase, invoice, purpose } }: { readonly of: Payment }) {
  const { money } = useTexts();
  if (invoice) return <Period of={invoice} />;
  if (!coinPurchase) return <span>{money.purposes[purpose]}</span>;
  return (
    <Link to="/wallet" className="name">
      <Coins of={coinPurchase.totalCoins} />
    </Link>
  );
}

function Period({ of }: { readonly of: InvoiceRowFragment }) {
  const { money } = useTexts();
  const day = useDateText();
  return (
    <>
      <Link to="/subscriptions" className="name" dir="auto">
        {of.subscription?.creator?.displayName ?? money.subscription}
      </Link>
      <span className="row-quiet">
        {money.invoiceStates[of.state]} · {day(of.periodStartsAt)} – {day(of.periodEndsAt)}
      </span>
    </>
  );
}

function Purchases() {
  const { money } = useTexts();
  const result = useQuery(PurchasesDocument, { variables: { first: PAGE } });
  const list = result.data?.myCoinPurchases;
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  return (
    <Loading of={result} has={list != null}>
      {list?.edges.length === 0 && <Empty title={money.nothingYet} />}
      <ul className="rows padded">
        {list?.edges.map(({ node }) => (
          <PurchaseItem key={node.id} of={node} />
        ))}
      </ul>
      <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
    </Loading>
  );
}

/** States in which nothing is charged yet. */
const CANCELABLE: ReadonlySet<string> = new Set(['CREATED', 'FAILED', 'REQUIRES_ACTION']);

function PurchaseItem({ of }: { readonly of: PurchaseStateFragment }) {
  const { money } = useTexts();
  const say = useMoney();
  const { act, isActing, refusals } = useAct(CancelPurchaseDocument);
  return (
    <li className="row">
      <span className="row-texts">
        <Coins of={of.totalCoins} />
        <span className="row-quiet">
          {money.purchaseStates[of.state]} · <Time at={of.createdAt} />
        </span>
        <Refusals of={refusals} />
      </span>
      {CANCELABLE.has(of.state) && (
        <Button disabled={isActing} onClick={() => void act({ variables: { input: { purchaseId: of.id } } })}>
          {money.cancelPurchase}
        </Button>
      )}
      <span className="sum">{say(of.price)}</span>
    </li>
  );
}

function Invoices() {
  const { money } = useTexts();
  const say = useMoney();
  const result = useQuery(InvoicesDocument, { variables: { first: PAGE } });
  const list = result.data?.myInvoices;
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  return (
    <Loading of={result} has={list != null}>
      {list?.edges.length === 0 && <Empty title={money.nothingYet} />}
      <ul className="rows padded">
        {list?.edges.map(({ node }) => (
          <li className="row" key={node.id}>
            <span className="row-texts">
              <Period of={node} />
            </span>
            <span className="sum">{node.amount ? say(node.amount) : <Coins of={node.amountCoins} />}</span>
          </li>
        ))}
      </ul>
      <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
    </Loading>
  );
}
