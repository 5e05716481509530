import type { PostStatsRange } from '../generated/schema.ts';
import { Select } from '../parts/choices.tsx';
import { useTexts } from '../texts/texts.tsx';

const RANGES: readonly PostStatsRange[] = ['LAST_7_DAYS', 'LAST_28_DAYS', 'LAST_90_DAYS'];

export function RangeSelect({
  value,
  onChange,
}: {
  readonly value: PostStatsRange;
  readonly onChange: (range: PostStatsRange) => void;
}) {
  const { statistics } = useTexts();
  return (
    <Select
      label={statistics.range}
      value={value}
      choices={RANGES.map((range) => ({ value: range, name: statistics.ranges[range] }))}
      onChange={onChange}
    />
  );
}
