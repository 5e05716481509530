import { useAct } from '../../api/act.ts';
import type { NotificationAudience, NotificationDigest } from '../../generated/schema.ts';
import { Button } from '../../parts/button.tsx';
import { Refusals } from '../../parts/field.tsx';
import { Select } from '../../parts/choices.tsx';
import { useSpeech, useTexts } from '../../texts/texts.tsx';
import {
  type NotificationChoicesFragment,
  SetNotificationSettingsDocument,
  SnoozeDocument,
} from './settings.generated.ts';

const HOUR_MS = 3_600_000;
const MORNING = 8;

/** Pushes are held for a while; the list goes on. */
export function Snoozing({ of: { snoozeExpiresAt } }: { readonly of: NotificationChoicesFragment }) {
  const { locale, texts } = useSpeech();
  const { notifications } = texts;
  const { act, isActing, refusals } = useAct(SnoozeDocument);
  const snooze = (until: Date | null): void =>
    void act({ variables: { input: { expiresAt: until?.toISOString() ?? null } } });
  const isSnoozed = snoozeExpiresAt !== null && new Date(snoozeExpiresAt) > new Date();
  const hours = (count: number): Date => new Date(Date.now() + count * HOUR_MS);
  return (
    <section className="settings-part" aria-labelledby="snooze">
      <h2 id="snooze">{notifications.snooze}</h2>
      <p role="status">
        {isSnoozed
          ? notifications.snoozedUntil(
              new Date(snoozeExpiresAt).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' }),
            )
          : notifications.snoozeText}
      </p>
      <div className="settings-acts">
        {isSnoozed ? (
          <Button disabled={isActing} onClick={() => snooze(null)}>
            {notifications.endSnooze}
          </Button>
        ) : (
          <>
            <Button disabled={isActing} onClick={() => snooze(hours(1))}>
              {notifications.snoozeHours(1)}
            </Button>
            <Button disabled={isActing} onClick={() => snooze(hours(8))}>
              {notifications.snoozeHours(8)}
            </Button>
            <Button disabled={isActing} onClick={() => snooze(tomorrowMorning())}>
              {notifications.snoozeMorning}
            </Button>
          </>
        )}
      </div>
      <Refusals of={refusals} />
    </section>
  );
}

function tomorrowMorning(): Date {
  const morning = new Date();
  morning.setDate(morning.getDate() + 1);
  morning.setHours(MORNING, 0, 0, 0);
  return morning;
}

const DIGESTS: readonly NotificationDigest[] = ['NONE', 'DAILY', 'WEEKLY'];
export const AUDIENCES: readonly NotificationAudience[] = ['EVERYBODY', 'FOLLOWED', 'MUTUAL', 'NOBODY'];

/** Settings of all kinds: digest by mail, texts of pushes, and whose calls ring at night. */
export function General({ of }: { readonly of: NotificationChoicesFragment }) {
  const { notifications } = useTexts();
  const { act, refusals } = useAct(SetNotificationSettingsDocument);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <section className="settings-part" aria-labelledby="general">
      <h2 id="general">{notifications.general}</h2>
      <Select
        label={notifications.digest}
        value={of.digest}
        choices={DIGESTS.map((value) => ({ value, name: notifications.digests[value] }))}
        onChange={(digest) => void act({ variables: { input: { digest, timeZone } } })}
      />
      <Select
        label={notifications.quietCalls}
        value={of.quietCallAudience}
        choices={AUDIENCES.map((value) => ({ value, name: notifications.audiences[value] }))}
        onChange={(quietCallAudience) => void act({ variables: { input: { quietCallAudience } } })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={of.showsPreviews}
          onChange={({ target }) => void act({ variables: { input: { showsPreviews: target.checked } } })}
        />
        {notifications.previews}
      </label>
      <p>{notifications.timeZone(of.timeZone)}</p>
      <Refusals of={refusals} />
    </section>
  );
}
