import { useDeferredValue, useState } from 'react';
import { Link } from '@tanstack/react-router';
import {
  GetSubscriptionsDocument,
  type SubscriptionRowFragment,
  type UserSubscriptionState,
} from '../../generated/graphql.ts';
import { useList } from '../../api/lists.ts';
import { Choice, Field } from '../../parts/field.tsx';
import { Page } from '../../parts/frame.tsx';
import { idIn, UserName } from '../../parts/ids.tsx';
import { columnsOf, Table } from '../../parts/table.tsx';
import { Moment, Tag } from '../../parts/text.tsx';
import { priceText } from './prices.ts';

const STATES: readonly UserSubscriptionState[] = ['ACTIVE', 'TRIALING', 'PAST_DUE', 'INCOMPLETE', 'ENDED'];

const COLUMNS = columnsOf<SubscriptionRowFragment>([
  {
    header: 'Price',
    cell: ({ id, price, priceCoins }) => (
      <Link to="/subscriptions/$subscriptionId" params={{ subscriptionId: id }}>
        {priceText(price, priceCoins)}
      </Link>
    ),
  },
  {
    header: 'Subscriber',
    cell: ({ subscriberId, subscriber }) => <UserName id={subscriberId} user={subscriber} />,
  },
  { header: 'Creator', cell: ({ creatorId, creator }) => <UserName id={creatorId} user={creator} /> },
  { header: 'State', cell: ({ state }) => <Tag name={state} /> },
  { header: 'Begun', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { header: 'Period until', cell: ({ periodEndsAt }) => <Moment at={periodEndsAt} /> },
]);

export function SubscriptionsPage() {
  const [state, setState] = useState<UserSubscriptionState | ''>('');
  const [subscriber, setSubscriber] = useState('');
  const [creator, setCreator] = useState('');
  const filters = useDeferredValue({ state, subscriber, creator });
  const { rows, error, more } = useList({
    document: GetSubscriptionsDocument,
    variables: {
      state: filters.state || undefined,
      subscriberId: idIn(filters.subscriber),
      creatorId: idIn(filters.creator),
    },
    connectionOf: (data) => data.adminGetSubscriptions,
  });
  return (
    <Page title="Subscriptions">
      <div className="filters" role="search">
        <Choice label="State" none="Any" options={STATES} value={state} onChange={setState} />
        <Field label="Id of the subscriber" isWide>
          <input type="search" value={subscriber} onChange={({ target }) => setSubscriber(target.value)} />
        </Field>
        <Field label="Id of the creator" isWide>
          <input type="search" value={creator} onChange={({ target }) => setCreator(target.value)} />
        </Field>
      </div>
      <Table
        caption="Subscriptions, the newest first"
        columns={COLUMNS}
        rows={rows}
        error={error}
        empty="No subscription fulfils these conditions."
        more={more}
      />
    </Page>
  );
}
