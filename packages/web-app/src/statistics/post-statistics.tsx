import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import type { PostStatsRange } from '../generated/schema.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Loading } from '../parts/states.tsx';
import { useTexts } from '../texts/texts.tsx';
import { FiguresView } from './figures.tsx';
import { RangeSelect } from './range.tsx';
import { PostStatisticsDocument } from './statistics.generated.ts';

/** Numbers of one post of the reader. */
export function PostStatistics({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { statistics } = useTexts();
  const [range, setRange] = useState<PostStatsRange>('LAST_28_DAYS');
  const result = useQuery(PostStatisticsDocument, {
    variables: { id, range },
    fetchPolicy: 'cache-and-network',
  });
  const stats = result.data?.myPostStats;
  return (
    <Dialog title={statistics.title} onClose={onClose}>
      <RangeSelect value={range} onChange={setRange} />
      <Loading of={result} has={stats != null}>
        {stats && <FiguresView of={stats} />}
      </Loading>
    </Dialog>
  );
}
