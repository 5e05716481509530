import { useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactionType } from '../generated/schema.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Select } from '../parts/choices.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { More } from '../parts/more.tsx';
import { RichText } from '../parts/rich-text.tsx';
import { Loading } from '../parts/states.tsx';
import { Time } from '../parts/time.tsx';
import { useTexts } from '../texts/texts.tsx';
import { PostEditsDocument, PostReactorsDocument } from './about-post.generated.ts';
import { REACTIONS, signOf } from './reactions.ts';

const PAGE = 20;

type DialogProps = { readonly id: string; readonly onClose: () => void };

/** People who reacted to a post, all or by one reaction. */
export function Reactors({ id, onClose }: DialogProps) {
  const { posts } = useTexts();
  const [type, setType] = useState<ReactionType | 'ALL'>('ALL');
  const variables = { id, first: PAGE, ...(type !== 'ALL' && { type }) };
  const result = useQuery(PostReactorsDocument, { variables, fetchPolicy: 'cache-and-network' });
  const reactions = result.data?.postReactions;
  const { endCursor, hasNextPage = false } = reactions?.pageInfo ?? {};
  const choices = [
    { value: 'ALL' as const, name: posts.allReactions },
    ...REACTIONS.map(({ type: value, sign }) => ({ value, name: `${sign} ${posts.reactionNames[value]}` })),
  ];
  return (
    <Dialog title={posts.reactors} onClose={onClose}>
      <Select label={posts.reaction} value={type} choices={choices} onChange={setType} />
      <Loading of={result} has={reactions != null}>
        {reactions?.edges.length === 0 && <p className="quiet">{posts.noReactions}</p>}
        <ul className="person-list">
          {reactions?.edges.map(({ node: { type: reaction, user } }) => (
            <li key={user.id}>
              <Link to="/u/$username" params={{ username: user.username }} className="post-author">
                <Avatar of={user} size={36} />
                <span className="post-names">
                  <span className="name" dir="auto">
                    {user.displayName}
                  </span>
                  <span className="username">@{user.username}</span>
                </span>
              </Link>
              <span role="img" aria-label={posts.reactionNames[reaction]}>
                {signOf(reaction)}
              </span>
            </li>
          ))}
        </ul>
        <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
      </Loading>
    </Dialog>
  );
}

/** Texts of a post that edits have replaced. */
export function EditHistory({ id, onClose }: DialogProps) {
  const { posts } = useTexts();
  const result = useQuery(PostEditsDocument, {
    variables: { id, first: PAGE },
    fetchPolicy: 'cache-and-network',
  });
  const edits = result.data?.post?.editHistory;
  const { endCursor, hasNextPage = false } = edits?.pageInfo ?? {};
  return (
    <Dialog title={posts.history} onClose={onClose}>
      <Loading of={result} has={edits != null}>
        <ol className="revisions">
          {edits?.edges.map(({ cursor, node: { editedAt, text, entities } }) => (
            <li key={cursor}>
              <p className="field-hint">
                {posts.replaced} <Time at={editedAt} />
              </p>
              {text === '' ? <p className="quiet">{posts.noText}</p> : <RichText {...{ text, entities }} />}
            </li>
          ))}
        </ol>
        <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
      </Loading>
    </Dialog>
  );
}
