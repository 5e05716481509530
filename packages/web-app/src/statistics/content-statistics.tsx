import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import type { PostStatsRange } from '../generated/schema.ts';
import { Screen } from '../parts/screen.tsx';
import { Loading } from '../parts/states.tsx';
import { useTexts } from '../texts/texts.tsx';
import { FiguresView } from './figures.tsx';
import { RangeSelect } from './range.tsx';
import { ContentStatisticsDocument } from './statistics.generated.ts';

/** Numbers of all posts of the reader. */
export function ContentStatistics() {
  const { statistics } = useTexts();
  const [range, setRange] = useState<PostStatsRange>('LAST_28_DAYS');
  // Views come at any time, without an event.
  const result = useQuery(ContentStatisticsDocument, {
    variables: { range },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const stats = result.data?.myContentStats;
  return (
    <Screen title={statistics.ofAll} hasBack>
      <div className="padded">
        <RangeSelect value={range} onChange={setRange} />
      </div>
      <Loading of={result} has={stats != null}>
        <div className="padded">{stats && <FiguresView of={stats} />}</div>
      </Loading>
    </Screen>
  );
}
