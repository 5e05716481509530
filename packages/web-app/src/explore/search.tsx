import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Screen } from '../parts/screen.tsx';
import { Empty } from '../parts/states.tsx';
import { useTexts } from '../texts/texts.tsx';
import { FoundHashtags, FoundPeople, FoundPosts } from './found.tsx';
import { SearchBox } from './search-box.tsx';
import { addressOf, SEARCH_TABS } from './search-tabs.ts';
import { useKept } from '../parts/use-kept.ts';
import '../styles/people.css';
import '../styles/explore.css';

export function SearchScreen() {
  const { explore } = useTexts();
  const search = useSearch({ from: '/inside/search', shouldThrow: false });
  const { q = '', tab = 'people' } = useKept(search);
  const navigate = useNavigate();
  const Found = { people: FoundPeople, posts: FoundPosts, hashtags: FoundHashtags }[tab];
  return (
    <Screen title={explore.search} hasBack>
      <SearchBox
        value={q}
        hasFocus
        onSearch={(text) => void navigate({ to: '/search', search: addressOf(text, tab), replace: true })}
      />
      <nav className="tabs" aria-label={explore.found}>
        {SEARCH_TABS.map((each) => (
          <Link
            key={each}
            to="/search"
            search={addressOf(q, each)}
            activeOptions={{ exact: true }}
            className="tab"
            replace
          >
            {explore.tabs[each]}
          </Link>
        ))}
      </nav>
      {q === '' ? <Empty title={explore.begin} text={explore.beginText} /> : <Found text={q} />}
    </Screen>
  );
}
