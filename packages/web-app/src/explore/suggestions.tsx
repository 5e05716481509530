import type { SuggestionReason } from '../generated/schema.ts';
import { PersonRow } from '../people/lists/person-row.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { SuggestionsFragment } from './suggestions.generated.ts';
import '../styles/explore.css';

type Suggestion = SuggestionsFragment['edges'][number];

/** People whom the reader does not follow, each with the reason; nothing where there are none. */
export function Suggestions({ of: suggestions }: { readonly of: SuggestionsFragment | null }) {
  const { explore } = useTexts();
  if (!suggestions || suggestions.edges.length === 0) return null;
  const notes: Readonly<Record<SuggestionReason, (edge: Suggestion) => string>> = {
    FOLLOWED_BY_PEOPLE_YOU_FOLLOW: ({ mutualCount }) => explore.followedBy(mutualCount),
    SHARES_HASHTAGS: ({ sharedHashtagCount }) => explore.sharedTags(sharedHashtagCount),
    POPULAR: () => explore.popular,
  };
  return (
    <section className="explore-part" aria-labelledby="suggestions">
      <h2 className="section-title" id="suggestions">
        {explore.people}
      </h2>
      <ul>
        {suggestions.edges.map((edge) => (
          <li key={edge.node.id}>
            <PersonRow person={edge.node} note={notes[edge.reason](edge)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
