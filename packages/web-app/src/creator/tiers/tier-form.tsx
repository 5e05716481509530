import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import type { MoneyInput, SubscriptionTierInterval } from '../../generated/schema.ts';
import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/choices.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field, Refusals, TextField } from '../../parts/field.tsx';
import { fieldsOf } from '../../parts/form.ts';
import { useTexts } from '../../texts/texts.tsx';
import { CreateTierDocument, type TierRowFragment, UpdateTierDocument } from './tiers.generated.ts';

const FIELDS = ['title', 'description', 'perks', 'priceCoins', 'price', 'trialDays', 'memberLimit'];
const INTERVALS: readonly SubscriptionTierInterval[] = ['MONTH', 'YEAR'];

/** Makes a tier or changes one. */
export function TierForm({
  of,
  currency,
  onDone,
  onClose,
}: {
  /** Null for a new one. */
  readonly of: TierRowFragment | null;
  /** Currency of prices by card, where the tier has none yet. */
  readonly currency: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { common, creator } = useTexts();
  const creating = useAct(CreateTierDocument);
  const updating = useAct(UpdateTierDocument);
  const [interval, setInterval] = useState<SubscriptionTierInterval>(of?.interval ?? 'MONTH');
  const [key] = useState(() => crypto.randomUUID());
  const refusals = [...creating.refusals, ...updating.refusals];
  const money = of?.price?.currency ?? currency;

  async function save(fields: Readonly<Record<string, string>>): Promise<void> {
    const input = { ...tierOf(fields, money), interval };
    const payload = of
      ? await updating.act({ variables: { input: { ...input, tierId: of.id, expectedVersion: of.version } } })
      : await creating.act({
          variables: { input: { ...input, isShown: fields['isShown'] === 'on', idempotencyKey: key } },
        });
    if (payload) onDone();
  }

  return (
    <Dialog title={of ? creator.editTier : creator.newTier} onClose={onClose}>
      <form className="form" onSubmit={(event) => void save(fieldsOf(event))}>
        <TierFields of={of} currency={money} refusals={refusals} />
        <Select
          label={creator.interval}
          value={interval}
          choices={INTERVALS.map((value) => ({ value, name: creator.intervals[value] }))}
          onChange={setInterval}
        />
        {!of && (
          <label className="check">
            <input type="checkbox" name="isShown" defaultChecked />
            {creator.showAtOnce}
          </label>
        )}
        <Refusals of={refusals} fields={FIELDS} />
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="main" type="submit" disabled={creating.isActing || updating.isActing}>
            {common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function TierFields({
  of,
  currency,
  refusals,
}: {
  readonly of: TierRowFragment | null;
  readonly currency: string;
  readonly refusals: ReturnType<typeof useAct>['refusals'];
}) {
  const { common, creator } = useTexts();
  return (
    <>
      <Field
        name="title"
        label={creator.tierTitle}
        defaultValue={of?.title}
        required
        maxLength={60}
        dir="auto"
        autoComplete="off"
        refusals={refusals}
      />
      <TextField
        name="description"
        label={`${creator.description} (${common.optional})`}
        defaultValue={of?.description}
        rows={2}
        dir="auto"
        refusals={refusals}
      />
      <TextField
        name="perks"
        label={`${creator.perks} (${common.optional})`}
        hint={creator.perksHint}
        defaultValue={of?.perks.join('\n')}
        rows={3}
        dir="auto"
        refusals={refusals}
      />
      <TierNumbers of={of} currency={currency} refusals={refusals} />
    </>
  );
}

function TierNumbers({ of, currency, refusals }: Parameters<typeof TierFields>[0]) {
  const { common, creator } = useTexts();
  const unit = 10 ** digitsOf(currency);
  return (
    <div className="two">
      <Field
        name="priceCoins"
        type="number"
        label={creator.priceCoins}
        defaultValue={of?.priceCoins}
        min={1}
        required
        refusals={refusals}
      />
      <Field
        name="price"
        type="number"
        step={1 / unit}
        min={0}
        label={`${creator.priceByCard(currency)} (${common.optional})`}
        defaultValue={of?.price ? of.price.amountMinor / unit : undefined}
        refusals={refusals}
      />
      <Field
        name="trialDays"
        type="number"
        label={creator.trial}
        defaultValue={of?.trialDays ?? 0}
        min={0}
        max={30}
        refusals={refusals}
      />
      <Field
        name="memberLimit"
        type="number"
        label={`${creator.memberLimit} (${common.optional})`}
        defaultValue={of?.memberLimit ?? undefined}
        min={1}
        refusals={refusals}
      />
    </div>
  );
}

function tierOf(fields: Readonly<Record<string, string>>, currency: string) {
  const { title = '', description = '', perks = '', priceCoins, price = '', trialDays, memberLimit } = fields;
  const byCard: MoneyInput | null =
    price === '' ? null : { amountMinor: Math.round(Number(price) * 10 ** digitsOf(currency)), currency };
  return {
    title,
    description,
    perks: perks
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    priceCoins: Number(priceCoins),
    price: byCard,
    trialDays: Number(trialDays),
    memberLimit: memberLimit ? Number(memberLimit) : null,
  };
}

const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 0;
