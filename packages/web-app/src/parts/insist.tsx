import { type Refusal, retryTokenOf } from '../api/refusals.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from './button.tsx';

/** Lets an author keep a text that a machine takes for something that may hurt. */
export function Insist({
  of,
  onInsist,
}: {
  readonly of: readonly Refusal[];
  readonly onInsist: (retryToken: string) => void;
}) {
  const { posts } = useTexts();
  const token = retryTokenOf(of);
  if (token === undefined) return null;
  return <Button onClick={() => onInsist(token)}>{posts.postAnyway}</Button>;
}
