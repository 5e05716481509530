import type { DocumentMeasurement } from './hostile-documents.ts';
import type { NeighbourMeasurement, PhraseMeasurement } from './hostile-phrases.ts';
import type { PicturesMeasurement, SendersMeasurement } from './hostile-uploads.ts';
import { report } from '../harness/report.ts';
import type { Size, Target } from '../harness/report.ts';

export type HostileMeasurement = {
  readonly documents: readonly DocumentMeasurement[];
  readonly senders: SendersMeasurement;
  readonly lists: readonly PhraseMeasurement[];
  readonly neighbour: readonly NeighbourMeasurement[];
  readonly pictures: PicturesMeasurement;
};

const MIB = 1_024 * 1_024;
const CPU_MS_MAX = 100;
const GROWN_MIB_MAX = 64;
const OTHER_MS_MAX = 50;
const SENDERS_MIB_MAX = 32;
const SLOWER_MAX = 1.5;
const PICTURE_DELAY_MS_MAX = 1_000;

/** @returns whether every target was met */
export const reportHostile = (measured: HostileMeasurement, size: Size): Promise<boolean> =>
  report({
    scenario: 'hostile',
    size,
    tables: [
      measured.documents.map(({ name, answer, cpuMs, grownBytes, otherMs }) => ({
        document: name,
        answer,
        'CPU ms': cpuMs.toFixed(0),
        'grown MiB': (grownBytes / MIB).toFixed(1),
        'other, slowest ms': otherMs.toFixed(1),
      })),
      measured.lists.map(({ list, p50Ms }) => ({
        '200 phrases that have of a text, p50 ms': list,
        ...Object.fromEntries(Object.entries(p50Ms).map(([kind, ms]) => [kind, ms.toFixed(2)])),
      })),
      measured.neighbour.map(({ phrases, pages, otherP50Ms, otherP99Ms }) => ({
        '12 connections read pages of 100, with': phrases,
        pages: String(pages),
        'other, p50 ms': otherP50Ms.toFixed(1),
        'other, p99 ms': otherP99Ms.toFixed(1),
      })),
      [picturesRow(measured.pictures)],
    ],
    targets: targetsOf(measured),
    result: measured,
  });

const picturesRow = ({ pictureBytes, answers, bigSeconds, aloneMs, meanwhileMs }: PicturesMeasurement) => ({
  'big picture MiB': (pictureBytes / MIB).toFixed(1),
  answers: Object.entries(answers)
    .map(([answer, count]) => `${count} ${answer}`)
    .join(', '),
  'all after s': bigSeconds.toFixed(1),
  'small alone ms': aloneMs.toFixed(0),
  'small meanwhile ms': meanwhileMs.toFixed(0),
});

function targetsOf({ documents, senders, lists, neighbour, pictures }: HostileMeasurement): Target[] {
  const most = (values: readonly number[]): number => Math.max(...values);
  const slower = lists.flatMap(({ p50Ms: { 'no phrases': alone, ...others } }) =>
    Object.values(others).map((ms) => ms / alone),
  );
  return [
    below('dearest document, CPU ms', most(documents.map(({ cpuMs }) => cpuMs)), CPU_MS_MAX),
    below('dearest document, MiB', most(documents.map(({ grownBytes }) => grownBytes / MIB)), GROWN_MIB_MAX),
    below('{ __typename } meanwhile, ms', most(documents.map(({ otherMs }) => otherMs)), OTHER_MS_MAX),
    below('files of senders without a token, bytes', senders.diskBytes, 1),
    below('senders without a token, MiB', senders.grownBytes / MIB, SENDERS_MIB_MAX),
    below(
      '{ me { id } } beside 12 pages, p99 ms',
      most(neighbour.map(({ otherP99Ms }) => otherP99Ms)),
      OTHER_MS_MAX,
    ),
    below('list with 200 phrases, times as slow', most(slower), SLOWER_MAX),
    below('small picture, delay ms', pictures.meanwhileMs - pictures.aloneMs, PICTURE_DELAY_MS_MAX),
  ];
}

const below = (name: string, measured: number, max: number): Target => ({
  name,
  measured,
  wanted: `< ${max}`,
  isMet: measured < max,
});
