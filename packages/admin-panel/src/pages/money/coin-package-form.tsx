import { useState } from 'react';
import {
  CreateCoinPackageDocument,
  type GetCoinPackagesQuery,
  UpdateCoinPackageDocument,
} from '../../generated/graphql.ts';
import { useAct } from '../../api/hooks.ts';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { changesOf } from '../../parts/changes.ts';
import { Field } from '../../parts/field.tsx';
import { localOf, MomentField, momentOf } from '../../parts/moment-field.tsx';
import { minorOf, plainText } from '../../parts/money.ts';

type Package = NonNullable<GetCoinPackagesQuery['adminGetCoinPackages']>['nodes'][number];
type Draft = Readonly<
  Record<'coins' | 'bonusCoins' | 'price' | 'currency' | 'maxPerUser' | 'startsAt' | 'endsAt', string>
>;
const EMPTY: Draft = {
  coins: '',
  bonusCoins: '0',
  price: '',
  currency: 'EUR',
  maxPerUser: '',
  startsAt: '',
  endsAt: '',
};

const draftOf = ({ coins, bonusCoins, price, maxPerUser, startsAt, endsAt }: Package): Draft => ({
  coins: String(coins),
  bonusCoins: String(bonusCoins),
  price: plainText(price),
  currency: price.currency,
  maxPerUser: maxPerUser === null ? '' : String(maxPerUser),
  startsAt: localOf(startsAt),
  endsAt: localOf(endsAt),
});

/** @throws Error that says how to write the price */
function inputOf({ coins, bonusCoins, price, currency, maxPerUser, startsAt, endsAt }: Draft) {
  const priceMinor = minorOf(price, currency);
  if (priceMinor === null) throw new Error(`Write a price in ${currency} with the digits that it has.`);
  return {
    coins: Number(coins),
    bonusCoins: Number(bonusCoins),
    priceMinor,
    currency,
    maxPerUser: maxPerUser === '' ? null : Number(maxPerUser),
    startsAt: momentOf(startsAt) ?? null,
    endsAt: momentOf(endsAt) ?? null,
  };
}

/** A new package, or a new version of one. */
export function CoinPackageForm({ of: before, onClose }: { of?: Package; onClose: () => void }) {
  const [draft, setDraft] = useState(before ? draftOf(before) : EMPTY);
  const create = useAct(CreateCoinPackageDocument, (data) => data.adminCreateCoinPackage);
  const update = useAct(UpdateCoinPackageDocument, (data) => data.adminUpdateCoinPackage);
  const save = async (idempotencyKey: string): Promise<unknown> => {
    const input = inputOf(draft);
    if (before) {
      const changes = changesOf(inputOf(draftOf(before)), input);
      return update.mutateAsync({ input: { packageId: before.id, ...changes } });
    }
    return create.mutateAsync({ input: { ...input, idempotencyKey } });
  };
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  return (
    <ActDialog
      title={before ? 'Change this package' : 'Add a package'}
      about="What was bought stays as it was. A package whose rate is unusual waits for another admin."
      action="Save"
      hasReason={false}
      onClose={onClose}
      onAct={(_reason, idempotencyKey) => save(idempotencyKey)}
    >
      <Field label="Price">
        <input
          required
          inputMode="decimal"
          value={draft.price}
          onChange={({ target }) => set({ price: target.value })}
        />
      </Field>
      <Field label="Currency">
        <input
          required
          pattern="[A-Z]{3}"
          title="Three capital letters, such as EUR"
          value={draft.currency}
          onChange={({ target }) => set({ currency: target.value.toUpperCase() })}
        />
      </Field>
      <Whole label="Coins" least={1} value={draft.coins} onChange={(coins) => set({ coins })} />
      <Whole
        label="Promotional coins"
        least={0}
        value={draft.bonusCoins}
        onChange={(bonusCoins) => set({ bonusCoins })}
      />
      <Whole
        label="How often a user can buy it, or empty"
        least={1}
        isOptional
        value={draft.maxPerUser}
        onChange={(maxPerUser) => set({ maxPerUser })}
      />
      <MomentField
        label="Offered from, or empty for at once"
        value={draft.startsAt}
        onChange={(startsAt) => set({ startsAt })}
      />
      <MomentField
        label="Offered until, or empty for good"
        value={draft.endsAt}
        onChange={(endsAt) => set({ endsAt })}
      />
    </ActDialog>
  );
}

type WholeProps = {
  label: string;
  least: number;
  isOptional?: boolean;
  value: string;
  onChange: (value: string) => void;
};

/** A whole number of at most a million. */
const Whole = ({ label, least, isOptional = false, value, onChange }: WholeProps) => (
  <Field label={label}>
    <input
      required={!isOptional}
      type="number"
      min={least}
      max={1_000_000}
      step={1}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </Field>
);
