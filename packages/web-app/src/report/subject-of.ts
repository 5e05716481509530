import type { ApolloClient } from '@apollo/client';
import type { ReportSubjectInput } from '../generated/schema.ts';
import { AddressOfHashtagDocument, AddressOfUserDocument } from './notice.generated.ts';

const KINDS = ['post', 'comment', 'user', 'message', 'conversation', 'hashtag'] as const;

/** Subject by its global id, whose first word names the kind. Null for ids of other things, and for other texts. */
export function subjectOfId(id: string): ReportSubjectInput | null {
  const kind = KINDS.find((each) => id.startsWith(`${each}_`));
  // Each kind has its field.
  return kind ? ({ [`${kind}Id`]: id } as ReportSubjectInput) : null;
}

/**
 * Subject by the address of the screen that shows it: of a post, or of a comment or message in it, a profile, a hashtag or a
 * conversation. Null for other addresses, and for a profile or hashtag that the reader does not see.
 * @throws Error when the API does not answer
 */
export async function subjectOfAddress(
  client: ApolloClient,
  address: string,
): Promise<ReportSubjectInput | null> {
  const url = URL.parse(address.trim());
  if (!url) return null;
  const [, screen, given = ''] = url.pathname.split('/');
  // Unlike `decodeURIComponent`, it takes any text.
  const name = new URLSearchParams(`name=${given}`).get('name') ?? '';
  if (screen === 'u') {
    const { data } = await client.query({ query: AddressOfUserDocument, variables: { username: name } });
    return subjectOfId(data?.user?.id ?? '');
  }
  if (screen === 'tags') {
    const { data } = await client.query({ query: AddressOfHashtagDocument, variables: { name } });
    return subjectOfId(data?.hashtag?.id ?? '');
  }
  const inside = url.searchParams.get('comment') ?? url.searchParams.get('message');
  return subjectOfId(inside ?? name);
}
