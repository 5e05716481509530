import { Link } from '@tanstack/react-router';
import { EyeOff, MapPin, Repeat2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { MediaGrid } from '../media/media-grid.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { Button } from '../parts/button.tsx';
import { RichText } from '../parts/rich-text.tsx';
import { Time, useShortNumber } from '../parts/time.tsx';
import { useSeen } from '../feed/post-views.tsx';
import { PollView } from '../polls/poll.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { PostCardFragment } from './post-card.generated.ts';
import { PostActs } from './post-acts.tsx';
import { EXPECTED_POST } from './expected.ts';
import { PostMenu } from './post-menu.tsx';
import { QuotedPost } from './quoted-post.tsx';
import '../styles/posts.css';

type PostCardProps = {
  readonly post: PostCardFragment;
  /** Names of those by whom it came into the list. */
  readonly repostedBy?: string | undefined;
  /** Said in the menu: why the reader sees it. */
  readonly reason?: string | undefined;
  /** Whether it stands alone on its screen. */
  readonly isMain?: boolean;
  readonly children?: ReactNode;
};

export function PostCard({ post, repostedBy, reason, isMain = false, children }: PostCardProps) {
  const { posts } = useTexts();
  const short = useShortNumber();
  const { author } = post;
  const seen = useSeen(author?.id);
  const isExpected = post.id === EXPECTED_POST;
  return (
    <article
      className="post"
      ref={seen}
      aria-label={author?.displayName}
      aria-busy={isExpected}
      data-post={post.id}
    >
      {repostedBy !== undefined && (
        <p className="post-reposted">
          <Repeat2 aria-hidden="true" size={14} /> {posts.reposted(repostedBy)}
        </p>
      )}
      <header className="post-head">
        <Link
          to="/u/$username"
          params={{ username: author?.username ?? '' }}
          className="post-author"
          disabled={!author}
        >
          <Avatar of={author} size={44} />
          <span className="post-names">
            <span className="name" dir="auto">
              {author?.displayName}
            </span>
            <span className="username">@{author?.username}</span>
          </span>
        </Link>
        <Link to="/posts/$id" params={{ id: post.id }} className="post-time">
          <Time at={post.createdAt} />
          {post.editedAt !== null && ` · ${posts.edited}`}
        </Link>
        {!isExpected && <PostMenu post={post} reason={reason} />}
      </header>
      {post.viewer?.isHeld && <p className="notice">{posts.held}</p>}
      <PostContent post={post} isMain={isMain} />
      {isMain && <p className="field-hint">{posts.views(short(post.viewCount))}</p>}
      {isExpected ? <p className="field-hint">{posts.sending}</p> : <PostActs post={post} />}
      {children}
    </article>
  );
}

function PostContent({ post, isMain }: { readonly post: PostCardFragment; readonly isMain: boolean }) {
  const { posts } = useTexts();
  const [isShown, setIsShown] = useState(!post.isSensitive);
  if (!isShown) {
    return (
      <div className="post-sensitive">
        <EyeOff aria-hidden="true" />
        <p>{posts.sensitive}</p>
        <Button onClick={() => setIsShown(true)}>{posts.show}</Button>
      </div>
    );
  }
  return (
    <div className={isMain ? 'post-content post-content-main' : 'post-content'}>
      <RichText text={post.text} entities={post.entities} />
      <MediaGrid items={post.media} />
      {post.poll && <PollView poll={post.poll} />}
      {post.quotedPost && <QuotedPost quoted={post.quotedPost} />}
      {post.location && (
        <p className="post-place">
          <MapPin aria-hidden="true" size={14} /> <span className="visually-hidden">{posts.place}</span>{' '}
          <span dir="auto">{post.location.name}</span>
        </p>
      )}
    </div>
  );
}
