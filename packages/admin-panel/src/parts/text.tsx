import type { ReactNode } from 'react';

/** `USERS_ACTIVE_DAY` → `Users active day`. */
export const words = (name: string): string => {
  const text = name.replaceAll('_', ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const NUMBER = new Intl.NumberFormat();

export const number = (value: number): string => NUMBER.format(value);

export function Moment({ at }: { at: string | null | undefined }) {
  if (!at) return <span className="quiet">–</span>;
  return <time dateTime={at}>{MOMENT.format(new Date(at))}</time>;
}

/** The beginning of a day in UTC, of a field for days; none for an empty one. */
export const midnight = (day: string | undefined): string | undefined =>
  day ? `${day}T00:00:00Z` : undefined;

type Tone = 'good' | 'warning' | 'danger' | '';

const TONES: Readonly<Record<string, Tone>> = {
  ACTIVE: 'good',
  OPEN: 'warning',
  ASSIGNED: 'good',
  ESCALATED: 'danger',
  PENDING_DELETION: 'warning',
  SUSPENDED: 'danger',
  DELETED: 'danger',
  DISABLED: 'danger',
  REMOVED: 'danger',
  HELD: 'warning',
  HIDDEN: 'danger',
  PENDING: 'warning',
  ALLOWED: 'good',
  PAID: 'good',
  FAILED: 'danger',
  SUCCEEDED: 'good',
  REFUNDED: 'warning',
  PARTIALLY_REFUNDED: 'warning',
  DISPUTED: 'danger',
  LOST: 'danger',
  REVERSED: 'warning',
  SENDING: 'warning',
  SENT: 'good',
  VISIBLE: 'good',
  POSTED: 'good',
  REJECTED: 'danger',
  READY: 'good',
  FLAGGED: 'danger',
  SENSITIVE: 'warning',
  TRIALING: 'good',
  PAST_DUE: 'danger',
  INCOMPLETE: 'warning',
  INQUIRY: 'warning',
  NEEDS_RESPONSE: 'danger',
  UNDER_REVIEW: 'warning',
  WON: 'good',
  REQUESTED: 'warning',
  IN_REVIEW: 'good',
  MORE_INFO: 'warning',
  APPROVED: 'good',
};

export const Tag = ({ name }: { name: string }) => (
  <span className={`tag ${TONES[name] ?? ''}`}>{words(name)}</span>
);

export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="facts">
    {facts.map(([name, value]) => (
      <FactRow key={name} name={name} value={value} />
    ))}
  </dl>
);

const FactRow = ({ name, value }: { name: string; value: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);

export function Failure({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <p className="notice error" role="alert">
      {error.message}
    </p>
  );
}

export const Loading = () => (
  <p className="quiet" role="status">
    Loading…
  </p>
);
