import { useQuery } from '@apollo/client/react';
import { useAct } from '../../api/act.ts';
import { useFreshness } from '../../api/freshness.ts';
import type { Audience } from '../../generated/schema.ts';
import { Select, Switch } from '../../parts/choices.tsx';
import { Refusals } from '../../parts/field.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Loading } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { PrivacyDocument, type PrivacyValuesFragment, UpdatePrivacyDocument } from './privacy.generated.ts';
import '../../styles/settings.css';

const AUDIENCES: readonly Audience[] = [
  'EVERYONE',
  'FOLLOWERS',
  'FOLLOWING',
  'MUTUALS',
  'SUBSCRIBERS',
  'NOBODY',
];

const SWITCHES = ['isPrivate', 'isDiscoverable', 'requiresSignIn'] as const;

const ACTS = [
  'messageAudience',
  'callAudience',
  'mentionAudience',
  'commentAudience',
  'tipAudience',
] as const;

const SIGHTS = [
  'followersAudience',
  'followingAudience',
  'lastSeenAudience',
  'readReceiptsAudience',
] as const;

export function Privacy() {
  const { settings } = useTexts();
  const result = useQuery(PrivacyDocument, useFreshness('privacy'));
  const values = result.data?.myPrivacySettings;
  return (
    <Screen title={settings.names.privacy} hasBack>
      <Loading of={result} has={values != null}>
        {values && <Values values={values} />}
      </Loading>
    </Screen>
  );
}

type Change = Partial<Omit<PrivacyValuesFragment, '__typename'>>;

function Values({ values }: { readonly values: PrivacyValuesFragment }) {
  const { settings } = useTexts();
  const { act, refusals } = useAct(UpdatePrivacyDocument);
  const { privacy, audiences } = settings;
  const change = (input: Change): void =>
    void act({
      variables: { input },
      optimisticResponse: {
        updatePrivacySettings: {
          __typename: 'UpdatePrivacySettingsPayload',
          privacySettings: { ...values, ...input },
          errors: [],
        },
      },
    });
  const choices = AUDIENCES.map((value) => ({ value, name: audiences[value] }));
  const audienceOf = (name: (typeof ACTS)[number] | (typeof SIGHTS)[number]) => (
    <Select
      key={name}
      label={privacy[name]}
      choices={choices}
      value={values[name]}
      onChange={(audience) => change({ [name]: audience })}
    />
  );
  return (
    <>
      <section className="settings-part" aria-labelledby="privacy-account">
        <h2 id="privacy-account">{settings.names.account}</h2>
        {SWITCHES.map((name) => (
          <Switch
            key={name}
            label={privacy[name]}
            hint={settings.privacyHints[name]}
            isOn={values[name]}
            onChange={(isOn) => change({ [name]: isOn })}
          />
        ))}
        <Refusals of={refusals} />
      </section>
      <section className="settings-part" aria-labelledby="privacy-acts">
        <h2 id="privacy-acts">{settings.whoCan}</h2>
        {ACTS.map(audienceOf)}
      </section>
      <section className="settings-part" aria-labelledby="privacy-sights">
        <h2 id="privacy-sights">{settings.whoSees}</h2>
        {SIGHTS.map(audienceOf)}
        <p className="field-hint">{settings.mutualHint}</p>
      </section>
    </>
  );
}
