import type { ProviderTakeBacks } from '#ports/payments.ts';
import { refundedMinor } from '../payments/refunds.policy.ts';
import type { TakeBacks } from '../payments/take-backs.types.ts';
import type { DifferenceKind } from './payment-differences.types.ts';

export type Found = { readonly kind: DifferenceKind; readonly detail: string };

type Compared = {
  readonly before: TakeBacks;
  /** As stored when the answer of the provider is applied. */
  readonly after: TakeBacks;
  readonly said: ProviderTakeBacks;
};

/** Facts that were stored only by the comparison, and refunds that do not sum up to what the provider says. */
export function differencesOf({ before, after, said }: Compared): Found[] {
  const stored = refundedMinor(after.refunds);
  return [
    ...newAmong(before.refunds, after.refunds).map((detail): Found => ({ kind: 'REFUND', detail })),
    ...newAmong(before.disputes, after.disputes).map((detail): Found => ({ kind: 'DISPUTE', detail })),
    ...(stored === said.refundedMinor
      ? []
      : [{ kind: 'AMOUNT', detail: `${stored} ${said.refundedMinor}` } as const]),
  ];
}

type TakeBack = { readonly providerId: string | null; readonly state: string };

function newAmong(before: readonly TakeBack[], after: readonly TakeBack[]): string[] {
  const known = new Set(before.map(nameOf));
  return after.map(nameOf).filter((name) => !known.has(name));
}

const nameOf = ({ providerId, state }: TakeBack): string => `${providerId} ${state}`;
