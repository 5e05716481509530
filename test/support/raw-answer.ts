import type { Variables } from './actor.ts';
import type { Person } from './world.ts';

/** Status, headers but for the date, and the bytes of the body. */
export async function rawAnswer(
  url: string,
  person: Person,
  query: string,
  variables: Variables,
): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/json',
      'x-forwarded-for': person.ip,
    },
    body: JSON.stringify({ query, variables }),
  });
  const headers = [...response.headers].filter(([name]) => name !== 'date' && name !== 'content-length');
  return `${response.status} ${JSON.stringify(headers)} ${await response.text()}`;
}
