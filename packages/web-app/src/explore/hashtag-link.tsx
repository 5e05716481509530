import { Link } from '@tanstack/react-router';
import { Hash } from 'lucide-react';
import { useTexts } from '../texts/texts.tsx';
import type { HashtagRowFragment } from './hashtag-row.generated.ts';

/** A hashtag of a list, with how often it is used. */
export function HashtagLink({
  of: { name, displayName, postCount },
  className,
}: {
  readonly of: Pick<HashtagRowFragment, 'name' | 'displayName' | 'postCount'>;
  readonly className: string;
}) {
  const { explore } = useTexts();
  return (
    <Link to="/tags/$name" params={{ name }} className={className}>
      <span className="found-tag-sign">
        <Hash aria-hidden="true" />
      </span>
      <span className="person-names">
        <strong dir="auto">{displayName}</strong>
        <span className="username">{explore.postCount(postCount)}</span>
      </span>
    </Link>
  );
}
