import { Link } from '@tanstack/react-router';
import { MediaGrid } from '../media/media-grid.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { RichText } from '../parts/rich-text.tsx';
import { Time } from '../parts/time.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { PostCardFragment } from './post-card.generated.ts';

/** The post inside of a quote. */
export function QuotedPost({
  quoted: { post },
}: {
  readonly quoted: Omit<NonNullable<PostCardFragment['quotedPost']>, '__typename'>;
}) {
  const { posts } = useTexts();
  if (!post) return <p className="post-quoted post-quoted-gone">{posts.quotedGone}</p>;
  return (
    <div className="post-quoted">
      <Link to="/posts/$id" params={{ id: post.id }} className="post-author">
        <Avatar of={post.author} size={24} />
        <span className="name" dir="auto">
          {post.author?.displayName}
        </span>
        <span className="username">
          @{post.author?.username} · <Time at={post.createdAt} />
        </span>
      </Link>
      <RichText text={post.text} entities={post.entities} />
      <MediaGrid items={post.media} />
    </div>
  );
}
