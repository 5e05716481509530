import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dayOf, type AggregatedViews, aggregateReports, VIEW_SOURCES } from './views.policy.ts';
import type { LastView, ViewReport } from './views.types.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.UTC(2026, 10, 20);

const reports: fc.Arbitrary<ViewReport[]> = fc.array(
  fc.record({
    postId: fc.constantFrom('a', 'b'),
    viewer: fc.constantFrom('x', 'y', 'z'),
    // Quarters of a day hit the bounds of windows and days exactly.
    viewedAt: fc.integer({ min: 0, max: 24 }).map((quarter) => new Date(START_MS + quarter * 6 * HOUR_MS)),
    source: fc.constantFrom(...VIEW_SOURCES),
    durationMs: fc.option(fc.integer({ min: 0, max: 10 })),
  }),
  { maxLength: 40 },
);

/** A view counts unless one counted in the 24 hours before it. */
function countedByDefinition(all: readonly ViewReport[]): ViewReport[] {
  const counted: ViewReport[] = [];
  for (const report of inTime(all)) {
    const isRepeated = counted.some(
      (other) =>
        keyOf(other) === keyOf(report) && report.viewedAt.getTime() - other.viewedAt.getTime() < DAY_MS,
    );
    if (!isRepeated) counted.push(report);
  }
  return counted;
}

const inTime = (all: readonly ViewReport[]): ViewReport[] =>
  all.toSorted((a, b) => a.viewedAt.getTime() - b.viewedAt.getTime());
const keyOf = ({ postId, viewer }: LastView): string => `${postId} ${viewer}`;

/** Aggregates batches one after the other, as the database does. */
function aggregateAll(batches: readonly (readonly ViewReport[])[]) {
  const known = new Map<string, LastView>();
  const days = new Map<string, { views: number; last: number; timed: number; durationMs: number }>();
  const counts = new Map<string, number>();
  for (const batch of batches) {
    const aggregated: AggregatedViews = aggregateReports(batch, [...known.values()]);
    for (const view of aggregated.lastViews) known.set(keyOf(view), view);
    for (const gain of aggregated.days) {
      const key = `${gain.postId} ${gain.day}`;
      const before = days.get(key) ?? { views: 0, last: 0, timed: 0, durationMs: 0 };
      days.set(key, {
        views: before.views + Object.values(gain.sources).reduce((sum, count) => sum + count, 0),
        last: before.last + gain.lastViewerCount,
        timed: before.timed + gain.timedCount,
        durationMs: before.durationMs + gain.durationMs,
      });
    }
    for (const [postId, count] of aggregated.viewCounts)
      counts.set(postId, (counts.get(postId) ?? 0) + count);
  }
  return { days, counts };
}

/** Splits the reports, in the order of their time, into batches of the sizes `cuts`; each but the last is reversed. */
function batchesOf(all: readonly ViewReport[], cuts: readonly number[]): ViewReport[][] {
  const batches: ViewReport[][] = [];
  let rest = inTime(all);
  for (const cut of cuts) {
    batches.push(rest.slice(0, cut).toReversed());
    rest = rest.slice(cut);
  }
  return [...batches, rest];
}

test('view counts and reach equal their definition for any batches', () => {
  fc.assert(
    fc.property(reports, fc.array(fc.integer({ min: 0, max: 10 }), { maxLength: 6 }), (all, cuts) => {
      const counted = countedByDefinition(all);
      const { days, counts } = aggregateAll(batchesOf(all, cuts));
      for (const postId of ['a', 'b']) {
        const ofPost = counted.filter((view) => view.postId === postId);
        assert.equal(counts.get(postId) ?? 0, ofPost.length);
        for (let day = 0; day < 7; day += 1) {
          const date = dayOf(new Date(START_MS + day * DAY_MS));
          const ofDay = ofPost.filter((view) => dayOf(view.viewedAt) === date);
          assert.equal(days.get(`${postId} ${date}`)?.views ?? 0, ofDay.length);
          const since = [...days].filter(([key]) => key.startsWith(postId) && key.slice(2) >= date);
          const reach = since.reduce((sum, [, { last }]) => sum + last, 0);
          const viewers = new Set(
            ofPost.filter((view) => dayOf(view.viewedAt) >= date).map(({ viewer }) => viewer),
          );
          assert.equal(reach, viewers.size, `${postId} since ${date}`);
        }
      }
    }),
  );
});

test('only views with a duration count for the duration', () => {
  const at = (viewer: string, durationMs: number | null): ViewReport => ({
    postId: 'a',
    viewer,
    viewedAt: new Date(START_MS),
    source: 'FEED',
    durationMs,
  });
  const { days } = aggregateAll([[at('x', 10), at('y', null), at('z', 0)]]);
  assert.deepEqual([...days.values()], [{ views: 3, last: 3, timed: 2, durationMs: 10 }]);
});

test('aggregated counts are in the order of the post ids', () => {
  const viewedAt = new Date(START_MS);
  const of = (postId: string): ViewReport => ({
    postId,
    viewer: 'x',
    viewedAt,
    source: 'FEED',
    durationMs: null,
  });
  const { viewCounts } = aggregateReports([of('c'), of('a'), of('b'), of('a')], []);
  assert.deepEqual(
    [...viewCounts],
    [
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ],
  );
});
