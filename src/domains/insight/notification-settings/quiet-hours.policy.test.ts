import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '#platform/kernel/clock.ts';
import { type QuietInterval, type Weekday, WEEKDAYS } from './notification-settings.types.ts';
import { isTimeZone, quietUntil } from './quiet-hours.policy.ts';

type Case = {
  readonly timeZone: string;
  readonly intervals: readonly (readonly [Weekday, string, string])[];
  readonly snoozedUntil?: string;
  /** Times with the end of the quiet in which they lie. */
  readonly ends: readonly (readonly [string, string | null])[];
};

const CASES: Readonly<Record<string, Case>> = {
  'quiet hours over midnight end in the morning, by the clock of the zone': {
    timeZone: 'Europe/Berlin',
    intervals: [['FRIDAY', '22:00', '07:30']],
    ends: [
      ['2026-01-09T20:59:59.999Z', null],
      ['2026-01-09T21:00:00Z', '2026-01-10T06:30:00.000Z'],
      ['2026-01-10T06:29:59.999Z', '2026-01-10T06:30:00.000Z'],
      ['2026-01-10T06:30:00Z', null],
      ['2026-01-10T21:00:00Z', null],
    ],
  },
  'a night in which summer time begins is an hour shorter': {
    timeZone: 'Europe/Berlin',
    intervals: [['SATURDAY', '22:00', '07:00']],
    ends: [
      ['2026-03-28T21:00:00Z', '2026-03-29T05:00:00.000Z'],
      ['2026-03-29T04:59:59Z', '2026-03-29T05:00:00.000Z'],
      ['2026-03-29T05:00:00Z', null],
    ],
  },
  'a night in which summer time ends is an hour longer': {
    timeZone: 'Europe/Berlin',
    intervals: [['SATURDAY', '22:00', '07:00']],
    ends: [
      ['2026-10-24T19:59:59Z', null],
      ['2026-10-24T20:00:00Z', '2026-10-25T06:00:00.000Z'],
      ['2026-10-25T06:00:00Z', null],
    ],
  },
  'half past two is left out in spring: quiet until then ends at three, and from then begins at three': {
    timeZone: 'Europe/Berlin',
    intervals: [
      ['SUNDAY', '01:00', '02:30'],
      ['SUNDAY', '02:40', '05:00'],
    ],
    ends: [
      ['2026-03-29T00:59:00Z', '2026-03-29T03:00:00.000Z'],
      ['2026-03-29T01:00:00Z', '2026-03-29T03:00:00.000Z'],
      ['2026-04-05T00:29:00Z', '2026-04-05T00:30:00.000Z'],
      ['2026-04-05T00:35:00Z', null],
    ],
  },
  'half past two comes twice in autumn: quiet until then ends once, at the second': {
    timeZone: 'Europe/Berlin',
    intervals: [['SATURDAY', '22:00', '02:30']],
    ends: [
      ['2026-10-24T23:00:00Z', '2026-10-25T01:30:00.000Z'],
      ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00.000Z'],
      ['2026-10-25T00:45:00Z', '2026-10-25T01:30:00.000Z'],
      ['2026-10-25T01:30:00Z', null],
    ],
  },
  'zones of half and of three quarters of an hour, and one whose summer is half an hour, end at their minute':
    {
      timeZone: 'Asia/Kolkata',
      intervals: [['WEDNESDAY', '23:15', '06:45']],
      ends: [
        ['2026-06-03T17:44:59Z', null],
        ['2026-06-03T17:45:00Z', '2026-06-04T01:15:00.000Z'],
      ],
    },
  'a zone of three quarters of an hour': {
    timeZone: 'Asia/Kathmandu',
    intervals: [['WEDNESDAY', '00:00', '06:00']],
    ends: [['2026-06-02T18:15:00Z', '2026-06-03T00:15:00.000Z']],
  },
  'a summer of half an hour': {
    timeZone: 'Australia/Lord_Howe',
    intervals: [['SATURDAY', '23:00', '06:00']],
    // Set back from 02:00 to 01:30 on 5 April 2026, and forward on 4 October.
    ends: [
      ['2026-04-04T12:00:00Z', '2026-04-04T19:30:00.000Z'],
      ['2026-10-03T12:30:00Z', '2026-10-03T19:00:00.000Z'],
    ],
  },
  'intervals that follow each other and snoozing are one quiet': {
    timeZone: 'UTC',
    intervals: [
      ['MONDAY', '20:00', '24:00'],
      ['TUESDAY', '00:00', '08:00'],
    ],
    snoozedUntil: '2026-06-01T21:00:00Z',
    ends: [
      ['2026-06-01T12:00:00Z', '2026-06-02T08:00:00.000Z'],
      ['2026-06-02T08:00:00Z', null],
    ],
  },
  'snoozing alone ends when it ends': {
    timeZone: 'UTC',
    intervals: [],
    snoozedUntil: '2026-06-01T21:00:00Z',
    ends: [
      ['2026-06-01T20:59:59Z', '2026-06-01T21:00:00.000Z'],
      ['2026-06-01T21:00:00Z', null],
    ],
  },
};

for (const [name, { timeZone, intervals, snoozedUntil, ends }] of Object.entries(CASES)) {
  test(name, () => {
    const quiet = {
      timeZone,
      intervals: intervals.map(([weekday, start, end]) => ({
        weekday,
        startMinute: minuteOf(start),
        endMinute: minuteOf(end),
      })),
      snoozedUntil: snoozedUntil ? new Date(snoozedUntil) : null,
    };
    assert.deepEqual(
      ends.map(([at]) => [at, quietUntil(new Date(at), quiet)?.toISOString() ?? null]),
      ends.map(([at, end]) => [at, end]),
    );
  });
}

test('whoever is quiet all week is asked again in eight days', () => {
  const intervals = WEEKDAYS.map((weekday) => ({ weekday, startMinute: 0, endMinute: 1_440 }));
  const at = new Date('2026-06-01T12:00:00Z');
  const end = quietUntil(at, { timeZone: 'America/New_York', intervals, snoozedUntil: null });
  assert.equal(end?.toISOString(), '2026-06-10T04:00:00.000Z');
});

const ZONES = [
  'Europe/Berlin',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Pacific/Chatham',
  'America/Santiago',
  'UTC',
];

test('in random weeks, quiet holds whenever the clock on the wall shows a quiet time, and else only where an hour comes twice', () => {
  const random = randomFrom(20_261_128);
  for (let round = 0; round < 60; round++) {
    const timeZone = ZONES[random(ZONES.length)] ?? 'UTC';
    const intervals = Array.from({ length: 1 + random(4) }, () => randomInterval(random));
    const quiet = { timeZone, intervals, snoozedUntil: null };
    // Half of the weeks lie around a change of summer time somewhere.
    const firstMs = Date.parse(random(2) ? '2026-03-25T00:00:00Z' : '2026-10-21T00:00:00Z');
    for (let step = 0; step < 60; step++) {
      const at = new Date(firstMs + random(20 * 1_440) * MINUTE_MS);
      const until = quietUntil(at, quiet);
      const isShown = isQuietOnTheWall(at, quiet);
      const told = `${at.toISOString()} ${JSON.stringify(quiet)} until ${until?.toISOString()}`;
      if (isShown) assert.ok(until, told);
      else if (until) assert.ok(isNearChange(at, timeZone), told);
      if (!until) continue;
      assert.ok(until > at && !isQuietOnTheWall(until, quiet), told);
      assert.equal(until.getTime() % MINUTE_MS, 0, told);
      assert.equal(quietUntil(until, quiet), null, told);
      assert.deepEqual(quietUntil(new Date(until.getTime() - 1), quiet), until, told);
    }
  }
});

test('names of zones of the database are taken, with old ones, and offsets are not', () => {
  for (const name of ['Europe/Berlin', 'Asia/Kolkata', 'Asia/Calcutta', 'UTC', 'US/Pacific'])
    assert.equal(isTimeZone(name), true, name);
  for (const name of ['+01:00', 'Mars/Olympus', '', 'Europe/Berlin; drop', '00'])
    assert.equal(isTimeZone(name), false, name);
});

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Numbers below a bound, the same for a seed. */
function randomFrom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * bound);
  };
}

function randomInterval(random: (bound: number) => number): QuietInterval {
  const startMinute = random(1_440);
  const endMinute = 1 + ((startMinute + random(900)) % 1_440);
  const weekday = WEEKDAYS[random(7)] ?? 'MONDAY';
  return { weekday, startMinute, endMinute: endMinute === startMinute ? endMinute + 1 : endMinute };
}

/** The rule as somebody with a clock would say it. */
function isQuietOnTheWall(
  at: Date,
  { timeZone, intervals }: { timeZone: string; intervals: readonly QuietInterval[] },
): boolean {
  const { day, minute } = wallOf(at, timeZone);
  return intervals.some(({ weekday, startMinute, endMinute }) => {
    const begins = WEEKDAYS.indexOf(weekday);
    if (endMinute > startMinute) return begins === day && startMinute <= minute && minute < endMinute;
    return (begins === day && minute >= startMinute) || ((begins + 1) % 7 === day && minute < endMinute);
  });
}

function wallOf(at: Date, timeZone: string): { day: number; minute: number } {
  const shown = at.toLocaleString('en-GB', {
    timeZone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const [, weekday = '', time = ''] = /(\w+)\D+(\d\d:\d\d)/.exec(shown) ?? [];
  return { day: WEEKDAYS.findIndex((name) => name === weekday.toUpperCase()), minute: minuteOf(time) };
}

/** Whether the clock is put back within three hours of a time. */
function isNearChange(at: Date, timeZone: string): boolean {
  const offsetAt = (hours: number): string =>
    new Date(at.getTime() + hours * 60 * MINUTE_MS).toLocaleString('en-US', {
      timeZone,
      timeZoneName: 'longOffset',
    });
  const zoneAt = (hours: number): string => offsetAt(hours).split('GMT')[1] ?? '';
  return zoneAt(-3) !== zoneAt(3);
}
