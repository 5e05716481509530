import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import type { AvatarImageFragment } from '../parts/avatar.generated.ts';
import { type Member, membersWith } from './members.ts';
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

/**
 * People or hashtags for a word that is being written; the answer to the latest letters alone counts.
 * @param members of the conversation that is written to: without any of them others are suggested, and hashtags never
 */
export function useSuggestions(word: Word | null, members?: readonly Member[]): Suggestions | null {
  const client = useApolloClient();
  const [found, setFound] = useState<Suggestions | null>(null);
  const sign = word?.sign;
  const query = word?.query ?? '';
  // Receipts make a new list of the same members.
  const known = useRef(members);
  known.current = members;
  useEffect(() => {
    const near = known.current && sign === '@' ? membersWith(known.current, query) : [];
    if (sign !== undefined && near.length > 0) {
      setFound({ sign, query, items: near.map(suggestionOf) });
      return undefined;
    }
    const isNone = sign === undefined || (sign === '#' && known.current !== undefined);
    if (isNone || query.length < LETTERS_MIN[sign]) {
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

const suggestionOf = (person: Member): Suggestion => ({ id: person.id, name: person.username, person });

/** Leaves nothing in the cache, where other lists of the same search are longer. */
async function find(client: ApolloClient, sign: Word['sign'], query: string): Promise<readonly Suggestion[]> {
  if (sign === '@') {
    const { data } = await client.query({
      query: SuggestPeopleDocument,
      variables: { query },
      fetchPolicy: 'no-cache',
    });
    const people = data?.searchUsers?.nodes ?? [];
    return people.map(suggestionOf);
  }
  const { data } = await client.query({
    query: SuggestHashtagsDocument,
    variables: { prefix: query },
    fetchPolicy: 'no-cache',
  });
  const hashtags = data?.searchHashtags?.nodes ?? [];
  return hashtags.map(({ id, displayName, postCount }) => ({ id, name: displayName, postCount }));
}
