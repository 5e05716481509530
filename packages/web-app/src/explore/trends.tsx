import { Link } from '@tanstack/react-router';
import { useTexts } from '../texts/texts.tsx';
import type { TrendsFragment } from './trends.generated.ts';
import '../styles/explore.css';

/** Hashtags that are used more than before; nothing where there are none. */
export function Trends({ of: trends }: { readonly of: TrendsFragment | null }) {
  const { explore } = useTexts();
  if (!trends || trends.edges.length === 0) return null;
  return (
    <section className="explore-part" aria-labelledby="trends">
      <h2 className="section-title" id="trends">
        {explore.trends}
      </h2>
      <ul className="trends">
        {trends.edges.map(({ node }) => (
          <li key={node.id}>
            <Link to="/tags/$name" params={{ name: node.name }} className="trend">
              <strong dir="auto">#{node.displayName}</strong>
              <span>{explore.postCount(node.postCount)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
