import type { Actor, Variables } from '#test/support/actor.ts';

/** Headers that differ between any two answers. */
const OWN_HEADERS = new Set(['date', 'content-length', 'x-request-id']);

/** Status, headers that can be compared, and the bytes of the body. */
export async function rawAnswer(
  url: string,
  person: Pick<Actor, 'token' | 'ip'>,
  query: string,
  variables: Variables,
): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: person.token === null ? '' : `Bearer ${person.token}`,
      'content-type': 'application/json',
      'x-forwarded-for': person.ip,
    },
    body: JSON.stringify({ query, variables }),
  });
  const headers = [...response.headers].filter(([name]) => !OWN_HEADERS.has(name));
  return `${response.status} ${JSON.stringify(headers)} ${await response.text()}`;
}
