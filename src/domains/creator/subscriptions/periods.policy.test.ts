import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { afterPeriods, periodAfter, priceOfRest, refundOfRest } from './periods.policy.ts';

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

test('over 36 months each period ends on the day of its anchor, or on the last day of a shorter month, in leap years too', () => {
  for (const year of [2023, 2024, 2026, 2028]) {
    for (const day of [28, 29, 30, 31]) {
      const anchorAt = new Date(Date.UTC(year, 0, day, 17, 45, 9, 120));
      let end = anchorAt;
      for (let periods = 0; periods < 36; periods += 1) {
        const period = periodAfter({ anchorAt, interval: 'MONTH' }, periods);
        assert.deepEqual(period.start, end);
        ({ end } = period);
        const [endYear, endMonth] = [year + Math.floor((periods + 1) / 12), (periods + 1) % 12];
        const endDay = Math.min(day, daysIn(endYear, endMonth));
        assert.deepEqual(end, new Date(Date.UTC(endYear, endMonth, endDay, 17, 45, 9, 120)));
      }
    }
  }
});

test('an anchor on 31 January is billed on 28 or 29 February, and on 31 March again', () => {
  const ends = (anchor: string) =>
    [1, 2, 3].map((periods) =>
      afterPeriods({ anchorAt: new Date(anchor), interval: 'MONTH' }, periods).toISOString(),
    );
  assert.deepEqual(ends('2027-01-31T08:00:00Z'), [
    '2027-02-28T08:00:00.000Z',
    '2027-03-31T08:00:00.000Z',
    '2027-04-30T08:00:00.000Z',
  ]);
  assert.equal(ends('2028-01-31T08:00:00Z')[0], '2028-02-29T08:00:00.000Z');
  assert.equal(ends('2026-11-30T23:59:59Z')[2], '2027-02-28T23:59:59.000Z');
});

test('a year from 29 February ends on the 28th, and on the 29th of the next leap year', () => {
  const anchorAt = new Date('2028-02-29T00:00:00Z');
  const ends = [1, 2, 3, 4].map((periods) =>
    afterPeriods({ anchorAt, interval: 'YEAR' }, periods).toISOString().slice(0, 10),
  );
  assert.deepEqual(ends, ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']);
});

test('the rest of a period costs its part rounded up, and gives it back rounded down', () => {
  const start = new Date('2026-11-01T00:00:00Z');
  const end = new Date('2026-12-01T00:00:00Z');
  const at = (days: number) => new Date(start.getTime() + days * DAY_MS);
  const prices = [0, 10, 20, 30, 31, -1].map((days) => priceOfRest(100, { start, end }, at(days)));
  assert.deepEqual(prices, [100, 67, 34, 0, 0, 100]);
  const refunds = [0, 10, 20, 30, 31, -1].map((days) => refundOfRest(100, { start, end }, at(days)));
  assert.deepEqual(refunds, [100, 66, 33, 0, 0, 100]);
  // A product of coins and milliseconds passes what a number holds exactly.
  assert.equal(priceOfRest(99_999_999, { start, end }, new Date(end.getTime() - 1)), 1);
});
