import { useQuery } from '@apollo/client/react';
import { useNavigate } from '@tanstack/react-router';
import { useFreshness } from '../api/freshness.ts';
import { SearchBox } from '../explore/search-box.tsx';
import { Suggestions } from '../explore/suggestions.tsx';
import { Trends } from '../explore/trends.tsx';
import { useTexts } from '../texts/texts.tsx';
import { AsideDocument } from './aside.generated.ts';

/** Search, hashtags and people beside a screen, where there is room; a request of its own, since most screens are read without it. */
export function Aside() {
  const { frame } = useTexts();
  const navigate = useNavigate();
  const { data } = useQuery(AsideDocument, useFreshness('aside'));
  return (
    <aside className="aside" aria-label={frame.aside}>
      <SearchBox value="" onSearch={(q) => void navigate({ to: '/search', search: { q } })} />
      <Trends of={data?.trendingHashtags ?? null} />
      <Suggestions of={data?.suggestedUsers ?? null} />
    </aside>
  );
}
