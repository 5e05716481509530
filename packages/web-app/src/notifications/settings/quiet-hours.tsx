import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import type { QuietIntervalInput, Weekday } from '../../generated/schema.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Refusals } from '../../parts/field.tsx';
import { useSpeech } from '../../texts/texts.tsx';
import { type NotificationChoicesFragment, SetQuietHoursDocument } from './settings.generated.ts';

const HOUR = 60;
const DAY = 24 * HOUR;
const MAX_INTERVALS = 14;
const NIGHT = { startMinute: 22 * HOUR, endMinute: 7 * HOUR };

const WEEKDAYS: readonly Weekday[] = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
];

/** A draft of the week, which is saved as a whole. */
export function QuietHours({ of }: { readonly of: NotificationChoicesFragment }) {
  const { notifications, common } = useSpeech().texts;
  const { act, isActing, refusals } = useAct(SetQuietHoursDocument);
  const [intervals, setIntervals] = useState<readonly QuietIntervalInput[]>(
    of.quietHours.map(({ weekday, startMinute, endMinute }) => ({ weekday, startMinute, endMinute })),
  );
  const [isChanged, setIsChanged] = useState(false);
  const change = (next: readonly QuietIntervalInput[]): void => {
    setIntervals(next);
    setIsChanged(true);
  };
  return (
    <section className="settings-part" aria-labelledby="quiet-hours">
      <h2 id="quiet-hours">{notifications.quietHours}</h2>
      <p>{notifications.quietHoursText(of.timeZone)}</p>
      {intervals.map((interval, index) => (
        <QuietRow
          key={index}
          number={index + 1}
          interval={interval}
          onChange={(next) => change(intervals.with(index, next))}
          onRemove={() => change(intervals.toSpliced(index, 1))}
        />
      ))}
      <div className="settings-acts">
        <Button
          disabled={intervals.length >= MAX_INTERVALS}
          onClick={() => change([...intervals, { weekday: 'MONDAY', ...NIGHT }])}
        >
          <Plus aria-hidden="true" />
          {notifications.addQuiet}
        </Button>
        <Button onClick={() => change(WEEKDAYS.map((weekday) => ({ weekday, ...NIGHT })))}>
          {notifications.everyNight}
        </Button>
        <Button
          kind="main"
          disabled={!isChanged || isActing}
          onClick={() => void act({ variables: { input: { intervals: [...intervals] } } })}
        >
          {common.save}
        </Button>
      </div>
      <Refusals of={refusals} />
    </section>
  );
}

function QuietRow({
  number,
  interval,
  onChange,
  onRemove,
}: {
  readonly number: number;
  readonly interval: QuietIntervalInput;
  readonly onChange: (interval: QuietIntervalInput) => void;
  readonly onRemove: () => void;
}) {
  const { locale, texts } = useSpeech();
  const { notifications } = texts;
  return (
    <fieldset className="quiet-row">
      <legend className="visually-hidden">{notifications.quietNumber(number)}</legend>
      <select
        className="input"
        aria-label={notifications.quietDay}
        value={interval.weekday}
        onChange={({ target }) => {
          const weekday = WEEKDAYS.find((day) => day === target.value);
          if (weekday) onChange({ ...interval, weekday });
        }}
      >
        {WEEKDAYS.map((day, index) => (
          <option key={day} value={day}>
            {dayName(index, locale)}
          </option>
        ))}
      </select>
      <div className="quiet-times">
        <input
          className="input"
          type="time"
          required
          aria-label={notifications.quietFrom}
          value={timeOf(interval.startMinute)}
          onChange={({ target }) => {
            if (target.value !== '') onChange({ ...interval, startMinute: minuteOf(target.value) });
          }}
        />
        <span aria-hidden="true">–</span>
        <input
          className="input"
          type="time"
          required
          aria-label={notifications.quietUntil}
          value={timeOf(interval.endMinute % DAY)}
          onChange={({ target }) => {
            // Midnight is the end of the day on which the interval begins.
            if (target.value !== '') onChange({ ...interval, endMinute: minuteOf(target.value) || DAY });
          }}
        />
      </div>
      <IconButton label={notifications.removeQuiet} onClick={onRemove}>
        <X aria-hidden="true" />
      </IconButton>
    </fieldset>
  );
}

/** The fifth of January 2026 is a Monday. */
const dayName = (index: number, locale: string): string =>
  new Date(2026, 0, 5 + index).toLocaleDateString(locale, { weekday: 'long' });

const two = (value: number): string => String(value).padStart(2, '0');
const timeOf = (minute: number): string => `${two(Math.floor(minute / HOUR))}:${two(minute % HOUR)}`;

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * HOUR + minutes;
}
