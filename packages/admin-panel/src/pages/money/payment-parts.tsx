import type { PaymentHistoryFragment, PaymentRowFragment } from '../../generated/graphql.ts';
import { moneyText } from '../../parts/money.ts';
import { Moment, Tag, words } from '../../parts/text.tsx';

/** The card of a payment: `Visa 4242`. */
export const cardText = ({
  cardBrand,
  cardLast4,
}: Pick<PaymentRowFragment, 'cardBrand' | 'cardLast4'>): string =>
  cardBrand ? `${words(cardBrand)} ${cardLast4 ?? ''}` : '–';

type HistoryProps = { of: PaymentHistoryFragment; currency: string };

/** Refunds and disputes of a payment in a currency. */
export const PaymentHistory = ({ of: payment, currency }: HistoryProps) => (
  <>
    <Refunds of={payment} currency={currency} />
    <Disputes of={payment} />
  </>
);

const Refunds = ({ of: { refunds }, currency }: HistoryProps) => (
  <section className="card" aria-label="Refunds">
    <h2>Refunds</h2>
    {refunds.length === 0 && <p className="quiet">There is none.</p>}
    <ul className="rows">
      {refunds.map(({ id, amountMinor, state, kind, reason, createdAt }) => (
        <li key={id}>
          <div>
            <p>
              {moneyText({ amountMinor, currency })} <Tag name={state} />
            </p>
            <p className="small">
              {kind ? words(kind) : 'Made at the provider'} {reason && `· ${reason}`}
            </p>
          </div>
          <span className="small quiet">
            <Moment at={createdAt} />
          </span>
        </li>
      ))}
    </ul>
  </section>
);

function Disputes({ of: { disputes } }: { of: PaymentHistoryFragment }) {
  if (disputes.length === 0) return null;
  return (
    <section className="card" aria-label="Disputes">
      <h2>Disputes</h2>
      <ul className="rows">
        {disputes.map(({ id, amount, state, reason, providerId, dueAt }) => (
          <li key={id}>
            <div>
              <p>
                {moneyText(amount)} <Tag name={state} /> {words(reason)}
              </p>
              <p className="small">
                <code>{providerId}</code>
              </p>
            </div>
            <span className="small quiet">
              Answer due <Moment at={dueAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
