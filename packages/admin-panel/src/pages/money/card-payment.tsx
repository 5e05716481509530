import { Link, useParams } from '@tanstack/react-router';
import {
  GetInvoicesDocument,
  GetPaymentDocument,
  type GetPaymentQuery,
  GetPurchasesDocument,
} from '../../generated/graphql.ts';
import { useAsk, useMay } from '../../api/hooks.ts';
import { Page } from '../../parts/frame.tsx';
import { UserName } from '../../parts/ids.tsx';
import { moneyText } from '../../parts/money.ts';
import { Facts, Failure, Loading, Moment, Tag, words } from '../../parts/text.tsx';
import { cardText, PaymentHistory } from './payment-parts.tsx';

type Node = NonNullable<GetPaymentQuery['adminGetNode']>;
/** Of the objects behind an id the document reads payments alone. */
type Payment = Exclude<Node, Record<PropertyKey, never>>;
const isPayment = (node: Node): node is Payment => 'purpose' in node;

/** One payment by card, whatever it paid for. */
export function CardPaymentPage() {
  const { paymentId } = useParams({ from: '/card-payments/$paymentId' });
  const { data, error } = useAsk(GetPaymentDocument, { id: paymentId }, { isPolled: true });
  const found = data?.adminGetNode;
  if (!found || !isPayment(found)) {
    return (
      <Page title="Payment by card">
        {error ? <Failure error={error} /> : data ? <p>There is no payment with this id.</p> : <Loading />}
      </Page>
    );
  }
  return (
    <Page title={`Payment by card of ${moneyText(found.amount)}`}>
      <section className="card">
        <Facts
          facts={[
            ['State', <Tag name={found.state} />],
            ['For', <PaidFor payment={found} />],
            ['Payer', <UserName id={found.userId} user={found.user} />],
            ['Card', cardText(found)],
            ['Refunded', moneyText(found.refundedAmount)],
            ['Declined because of', found.declineReason ? words(found.declineReason) : '–'],
            ['Begun', <Moment at={found.createdAt} />],
            ['Id at the provider', found.providerId ? <code>{found.providerId}</code> : '–'],
            ['Id', <code>{found.id}</code>],
          ]}
        />
      </section>
      <PaymentHistory of={found} currency={found.amount.currency} />
    </Page>
  );
}

function PaidFor({ payment }: { payment: Payment }) {
  const may = useMay();
  if (payment.purpose === 'COIN_PURCHASE') return <PurchaseLink payment={payment} />;
  if (!may('SUBSCRIPTIONS_READ')) return words(payment.purpose);
  return <SubscriptionLink payment={payment} />;
}

const MINUTE_MS = 60_000;
const momentsAway = (moment: string, distanceMs: number): string =>
  new Date(Date.parse(moment) + distanceMs).toISOString();

/** The purchase, where it is refunded. A payment does not name what it is for, so those of the same minutes are looked through. */
function PurchaseLink({ payment: { id, userId, createdAt } }: { payment: Payment }) {
  const { data } = useAsk(GetPurchasesDocument, {
    userId,
    createdFrom: momentsAway(createdAt, -MINUTE_MS),
    createdBefore: momentsAway(createdAt, MINUTE_MS),
  });
  const purchase = data?.adminGetCoinPurchases?.nodes.find(({ payment }) => payment?.id === id);
  if (!purchase) return 'Coin purchase';
  return (
    <Link to="/payments/$purchaseId" params={{ purchaseId: purchase.id }}>
      Coin purchase
    </Link>
  );
}

/** The subscription, found among the last invoices of the payer. */
function SubscriptionLink({ payment: { id, userId } }: { payment: Payment }) {
  const { data } = useAsk(GetInvoicesDocument, { subscriberId: userId });
  const invoice = data?.adminGetSubscriptionInvoices?.nodes.find(({ attempts }) =>
    attempts.some(({ paymentId }) => paymentId === id),
  );
  if (!invoice) return 'Subscription';
  return (
    <Link to="/subscriptions/$subscriptionId" params={{ subscriptionId: invoice.subscriptionId }}>
      Subscription
    </Link>
  );
}
