import { Link } from '@tanstack/react-router';
import { MediaGrid } from '../../media/media-grid.tsx';
import { RichText } from '../../parts/rich-text.tsx';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import type { ProfileReplyFragment } from './profile-reply.generated.ts';

/** A comment with the way to the post below which it stands. */
export function ProfileReply({
  reply: { post, createdAt, text, entities, media },
  author,
}: {
  readonly reply: ProfileReplyFragment;
  readonly author: { readonly displayName: string };
}) {
  const { people } = useTexts();
  return (
    <article className="post" aria-label={author.displayName}>
      {post && (
        <Link to="/posts/$id" params={{ id: post.id }} className="reply-to">
          <span>{people.repliedTo(post.author?.displayName ?? '')}</span>
          <Time at={createdAt} />
          {post.text !== '' && (
            <span className="reply-to-text" dir="auto">
              {post.text}
            </span>
          )}
        </Link>
      )}
      <RichText text={text} entities={entities} />
      <MediaGrid items={media} />
    </article>
  );
}
