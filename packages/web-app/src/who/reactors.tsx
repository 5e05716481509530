import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import type { ReactionType } from '../generated/schema.ts';
import { Select } from '../parts/choices.tsx';
import { REACTIONS, signOf } from '../posts/reactions.ts';
import { useTexts } from '../texts/texts.tsx';
import { PAGE, WhoDialog } from './who-dialog.tsx';
import { CommentReactorsDocument, PostReactorsDocument, type ReactionByFragment } from './who.generated.ts';

type ReactorsProps = { readonly id: string; readonly onClose: () => void };

/** People who reacted to a post, all or by one reaction. */
export function PostReactors({ id, onClose }: ReactorsProps) {
  const choice = useTypeChoice();
  const result = useQuery(PostReactorsDocument, {
    variables: { id, first: PAGE, ...choice.variables },
    fetchPolicy: 'cache-and-network',
  });
  const list = result.data?.postReactions;
  return <ReactorsDialog {...{ choice, result, list, onClose }} />;
}

/** People who reacted to a comment, all or by one reaction. */
export function CommentReactors({ id, onClose }: ReactorsProps) {
  const choice = useTypeChoice();
  const result = useQuery(CommentReactorsDocument, {
    variables: { id, first: PAGE, ...choice.variables },
    fetchPolicy: 'cache-and-network',
  });
  const list = result.data?.commentReactions;
  return <ReactorsDialog {...{ choice, result, list, onClose }} />;
}

function useTypeChoice() {
  const [type, setType] = useState<ReactionType | 'ALL'>('ALL');
  return { type, setType, variables: type === 'ALL' ? {} : { type } };
}

type WhoProps = Parameters<typeof WhoDialog>[0];

function ReactorsDialog({
  choice: { type, setType },
  result,
  list,
  onClose,
}: {
  readonly choice: ReturnType<typeof useTypeChoice>;
  readonly result: WhoProps['result'];
  readonly list:
    | {
        readonly edges: readonly { readonly node: ReactionByFragment }[];
        readonly pageInfo: NonNullable<WhoProps['pageInfo']>;
      }
    | null
    | undefined;
  readonly onClose: () => void;
}) {
  const { posts } = useTexts();
  const people = list?.edges.map(({ node: { type: reaction, user } }) => ({
    user,
    sign: { sign: signOf(reaction), name: posts.reactionNames[reaction] },
  }));
  const choices = [
    { value: 'ALL' as const, name: posts.allReactions },
    ...REACTIONS.map(({ type: value, sign }) => ({ value, name: `${sign} ${posts.reactionNames[value]}` })),
  ];
  return (
    <WhoDialog
      title={posts.reactors}
      none={posts.noReactions}
      result={result}
      people={people}
      pageInfo={list?.pageInfo}
      onClose={onClose}
    >
      <Select label={posts.reaction} value={type} choices={choices} onChange={setType} />
    </WhoDialog>
  );
}
