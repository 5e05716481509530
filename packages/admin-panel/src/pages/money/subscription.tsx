import { useState } from 'react';
import { useParams } from '@tanstack/react-router';
import {
  EndSubscriptionDocument,
  GetSubscriptionDocument,
  type GetSubscriptionQuery,
} from '../../generated/graphql.ts';
import { useAct, useAsk, useMay } from '../../api/hooks.ts';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { Page } from '../../parts/frame.tsx';
import { UserName } from '../../parts/ids.tsx';
import { Facts, Failure, Loading, Moment, number, Tag, words } from '../../parts/text.tsx';
import { Invoices } from './invoices.tsx';
import { priceText } from './prices.ts';

type Node = NonNullable<GetSubscriptionQuery['adminGetNode']>;
/** Of the objects behind an id the document reads subscriptions alone. */
type Subscription = Exclude<Node, Record<PropertyKey, never>>;
const isSubscription = (node: Node): node is Subscription => 'funding' in node;

export function SubscriptionPage() {
  const { subscriptionId } = useParams({ from: '/subscriptions/$subscriptionId' });
  const { data, error } = useAsk(GetSubscriptionDocument, { id: subscriptionId }, { isPolled: true });
  const found = data?.adminGetNode;
  if (!found || !isSubscription(found)) {
    return (
      <Page title="Subscription">
        {error ? (
          <Failure error={error} />
        ) : data ? (
          <p>There is no subscription with this id.</p>
        ) : (
          <Loading />
        )}
      </Page>
    );
  }
  return (
    <Page title={`Subscription for ${priceText(found.price, found.priceCoins)}`} actions={<End of={found} />}>
      <About of={found} />
      <Invoices subscriptionId={found.id} />
    </Page>
  );
}

const About = ({ of: found }: { of: Subscription }) => (
  <section className="card">
    <Facts
      facts={[
        ['State', <Tag name={found.state} />],
        ['Subscriber', <UserName id={found.subscriberId} user={found.subscriber} />],
        ['Creator', <UserName id={found.creatorId} user={found.creator} />],
        ['Paid by', words(found.funding)],
        ['Coins of a period', number(found.priceCoins)],
        ['Begun', <Moment at={found.createdAt} />],
        ['Period from', <Moment at={found.periodStartsAt} />],
        ['Period until', <Moment at={found.periodEndsAt} />],
        ['Ends with the period', found.endsAtPeriodEnd ? 'Yes' : 'No'],
        ['Attempts for what is due', number(found.attempts)],
        ['Ended', <Moment at={found.endedAt} />],
        ['Ended because of', found.endReason ? words(found.endReason) : '–'],
        [
          'Tier',
          <>
            <code>{found.tierId}</code>, version {found.version}
          </>,
        ],
        ['Id', <code>{found.id}</code>],
      ]}
    />
  </section>
);

function End({ of: { id, state } }: { of: Subscription }) {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const [refund, setRefund] = useState(true);
  const act = useAct(EndSubscriptionDocument, (data) => data.adminEndSubscription);
  const isOver = state === 'ENDED';
  if (!may('SUBSCRIPTIONS_MANAGE') || (isOver && !isOpen)) return null;
  return (
    <>
      {!isOver && (
        <button className="button danger" onClick={() => setOpen(true)}>
          End
        </button>
      )}
      {isOpen && (
        <ActDialog
          title="End this subscription"
          about="The access to posts for subscribers ends at once."
          action="End the subscription"
          isDanger
          onClose={() => setOpen(false)}
          onAct={(reason) => act.mutateAsync({ input: { subscriptionId: id, refund, reason } })}
        >
          <label className="check">
            <input type="checkbox" checked={refund} onChange={({ target }) => setRefund(target.checked)} />
            Give the rest of what was paid back
          </label>
        </ActDialog>
      )}
    </>
  );
}
