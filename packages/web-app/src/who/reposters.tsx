import { useQuery } from '@apollo/client/react';
import { useTexts } from '../texts/texts.tsx';
import { PAGE, WhoDialog } from './who-dialog.tsx';
import { PostRepostersDocument } from './who.generated.ts';

/** People who reposted a post. */
export function Reposters({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { posts } = useTexts();
  const result = useQuery(PostRepostersDocument, {
    variables: { id, first: PAGE },
    fetchPolicy: 'cache-and-network',
  });
  const list = result.data?.postReposters;
  return (
    <WhoDialog
      title={posts.reposters}
      none={posts.noReposters}
      result={result}
      people={list?.edges.map(({ node }) => ({ user: node }))}
      pageInfo={list?.pageInfo}
      onClose={onClose}
    />
  );
}
