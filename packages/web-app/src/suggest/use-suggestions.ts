import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import type { AvatarImageFragment } from '../parts/avatar.generated.ts';
import { SuggestHashtagsDocument, SuggestPeopleDocument } from './suggestions.generated.ts';
import type { Word } from './word.ts';

export type Suggestion = {
  readonly id: string;
  /** The text after the sign. */
  readonly name: string;
  readonly person?: AvatarImageFragment;
  readonly postCount?: number;
};

export type Suggestions = {
  readonly sign: Word['sign'];
  /** The letters that they were found by. */
  readonly query: string;
  readonly items: readonly Suggestion[];
};

/** Milliseconds without a key after which is asked. */
const PAUSE_MS = 150;

/** Letters from which the API looks for people, and from which hashtags are of use. */
const LETTERS_MIN = { '@': 2, '#': 1 } as const;

/** People or hashtags for a word that is being written; the answer to the latest letters alone counts. */
export function useSuggestions(word: Word | null): Suggestions | null {
  const client = useApolloClient();
  const [found, setFound] = useState<Suggestions | null>(null);
  const sign = word?.sign;
  const query = word?.query ?? '';
  useEffect(() => {
    if (sign === undefined || query.length < LETTERS_MIN[sign]) {
      setFound(null);
      return undefined;
    }
    let isLatest = true;
    const timer = setTimeout(() => {
      const show = (items: readonly Suggestion[]): void => {
        if (isLatest) setFound({ sign, query, items });
      };
      // Without an answer the word is written as any other.
      find(client, sign, query).then(show, () => show([]));
    }, PAUSE_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [client, sign, query]);
  return found;
}

/** Leaves nothing in the cache, where other lists of the same search are longer. */
async function find(client: ApolloClient, sign: Word['sign'], query: string): Promise<readonly Suggestion[]> {
  if (sign === '@') {
    const { data } = await client.query({
      query: SuggestPeopleDocument,
      variables: { query },
      fetchPolicy: 'no-cache',
    });
    const people = data?.searchUsers?.nodes ?? [];
    return people.map((person) => ({ id: person.id, name: person.username, person }));
  }
  const { data } = await client.query({
    query: SuggestHashtagsDocument,
    variables: { prefix: query },
    fetchPolicy: 'no-cache',
  });
  const hashtags = data?.searchHashtags?.nodes ?? [];
  return hashtags.map(({ id, displayName, postCount }) => ({ id, name: displayName, postCount }));
}
