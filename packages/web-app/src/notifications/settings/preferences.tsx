import { useAct } from '../../api/act.ts';
import type { NotificationPreferenceInput } from '../../generated/schema.ts';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import {
  type NotificationChoicesFragment,
  SetNotificationPreferencesDocument,
} from './settings.generated.ts';
import { AUDIENCES } from './snoozing.tsx';

type Preference = NotificationChoicesFragment['preferences'][number];

const CHANNELS = ['inApp', 'push', 'email'] as const;

/** Each type with its channels, by category; a press is saved at once. */
export function Preferences({ of }: { readonly of: NotificationChoicesFragment }) {
  const { notifications } = useTexts();
  const { act, refusals } = useAct(SetNotificationPreferencesDocument);
  const set = (change: NotificationPreferenceInput): void =>
    void act({
      variables: { input: { preferences: [change] } },
      optimisticResponse: {
        updateNotificationPreferences: {
          __typename: 'UpdateNotificationPreferencesPayload',
          notificationSettings: { ...of, preferences: of.preferences.map((each) => changed(each, change)) },
          errors: [],
        },
      },
    });
  const groups = Map.groupBy(of.preferences, ({ category }) => category);
  return (
    <section className="settings-part" aria-labelledby="preferences">
      <h2 id="preferences">{notifications.preferences}</h2>
      <Refusals of={refusals} />
      <table className="preferences" aria-labelledby="preferences">
        <thead>
          <tr>
            <th scope="col">{notifications.kind}</th>
            {CHANNELS.map((channel) => (
              <th scope="col" key={channel}>
                {notifications.channels[channel]}
              </th>
            ))}
          </tr>
        </thead>
        {[...groups].map(([category, preferences]) => (
          <tbody key={category}>
            <tr>
              <th scope="rowgroup" colSpan={CHANNELS.length + 1} className="preferences-group">
                {notifications.categories[category]}
              </th>
            </tr>
            {preferences.map((preference) => (
              <PreferenceRow key={preference.type} of={preference} onChange={set} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

function PreferenceRow({
  of,
  onChange,
}: {
  readonly of: Preference;
  readonly onChange: (change: NotificationPreferenceInput) => void;
}) {
  const { notifications } = useTexts();
  const name = notifications.types[of.type];
  return (
    <tr>
      <th scope="row">
        <span className="preference-name">
          {name}
          {of.hasAudience && (
            <select
              className="select-small"
              aria-label={notifications.audienceOf(name)}
              value={of.audience}
              onChange={({ target }) => {
                const audience = AUDIENCES.find((each) => each === target.value);
                if (audience) onChange({ type: of.type, audience });
              }}
            >
              {AUDIENCES.map((audience) => (
                <option key={audience} value={audience}>
                  {notifications.audiences[audience]}
                </option>
              ))}
            </select>
          )}
        </span>
      </th>
      {CHANNELS.map((channel) => (
        <td key={channel}>
          <label className="check">
            <span className="visually-hidden">{`${name}: ${notifications.channels[channel]}`}</span>
            <input
              type="checkbox"
              checked={of[channel]}
              disabled={channel === 'inApp' && of.isMandatory}
              onChange={({ target }) => onChange({ type: of.type, [channel]: target.checked })}
            />
          </label>
        </td>
      ))}
    </tr>
  );
}

const changed = (
  preference: Preference,
  { type, inApp, push, email, audience }: NotificationPreferenceInput,
) =>
  preference.type === type
    ? {
        ...preference,
        inApp: inApp ?? preference.inApp,
        push: push ?? preference.push,
        email: email ?? preference.email,
        audience: audience ?? preference.audience,
      }
    : preference;
