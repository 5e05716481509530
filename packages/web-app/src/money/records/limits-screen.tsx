import { useQuery } from '@apollo/client/react';
import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { Field, Refusals } from '../../parts/field.tsx';
import { fieldsOf } from '../../parts/form.ts';
import { Screen } from '../../parts/screen.tsx';
import { Loading } from '../../parts/states.tsx';
import { useSpeech, useTexts } from '../../texts/texts.tsx';
import { type LimitRowFragment, LimitsDocument, SetLimitDocument } from './limits.generated.ts';
import '../../styles/money.css';

export function LimitsScreen() {
  const { money } = useTexts();
  const result = useQuery(LimitsDocument);
  const { spending, purchases } = result.data ?? {};
  const parts = [
    { name: money.limitKinds.SPENDING, limits: spending ?? [] },
    { name: money.limitKinds.PURCHASES, limits: purchases ?? [] },
  ];
  return (
    <Screen title={money.limits} hasBack>
      <p className="padded row-quiet">{money.limitsText}</p>
      <Loading of={result} has={spending != null && purchases != null}>
        {parts.map(({ name, limits }) => (
          <section className="settings-part" key={name} aria-label={name}>
            <h2>{name}</h2>
            {limits.map((limit) => (
              <LimitForm
                key={`${limit.period} ${limit.limitCoins}`}
                of={limit}
                onChange={() => void result.refetch()}
              />
            ))}
          </section>
        ))}
      </Loading>
    </Screen>
  );
}

/** An empty field means no limit. */
function LimitForm({ of, onChange }: { readonly of: LimitRowFragment; readonly onChange: () => void }) {
  const { common, money } = useTexts();
  const { locale } = useSpeech();
  const { act, isActing, refusals } = useAct(SetLimitDocument);
  return (
    <form
      className="form limit"
      onSubmit={(event) => {
        const { limitCoins = '' } = fieldsOf(event);
        const limit = limitCoins === '' ? null : Number(limitCoins);
        const input = { kind: of.kind, period: of.period, limitCoins: limit };
        void act({ variables: { input } }).then((payload) => payload && onChange());
      }}
    >
      <Field
        name="limitCoins"
        type="number"
        inputMode="numeric"
        min={0}
        step={1}
        label={money.periods[of.period]}
        placeholder={money.noLimit}
        defaultValue={of.limitCoins ?? ''}
        hint={[
          money.spent(of.spentCoins.toLocaleString(locale)),
          ...(of.nextLimitAt === null
            ? []
            : [
                money.nextLimit(
                  of.nextLimitCoins?.toLocaleString(locale) ?? money.noLimit,
                  new Date(of.nextLimitAt).toLocaleString(locale, {
                    dateStyle: 'medium',
                    timeStyle: 'short',
                  }),
                ),
              ]),
        ].join(' ')}
        refusals={refusals}
      />
      <Button type="submit" disabled={isActing}>
        {common.save}
      </Button>
      <Refusals of={refusals} fields={['limitCoins']} />
    </form>
  );
}
