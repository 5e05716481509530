import type { ServerClock } from '../server-clock.ts';
import { type AdminDocument, type PrintDocument, textOf } from './documents.ts';
import { AdminError, type AdminErrorDetails } from './errors.ts';

/** Sends one operation. @throws AdminError */
export type Ask = <Data, Variables>(
  document: AdminDocument<Data, Variables>,
  variables: NoInfer<Variables>,
) => Promise<Data>;

export type Send = <Data, Variables>(
  document: AdminDocument<Data, Variables>,
  variables: NoInfer<Variables>,
  accessToken: string | null,
) => Promise<Data>;

type Answer = {
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: Omit<AdminErrorDetails, 'message'>;
  }[];
};

export type AdminUrl = string | (() => string | Promise<string>);

type RequestParts = {
  readonly url: AdminUrl;
  readonly print: PrintDocument | undefined;
  readonly fetch: typeof fetch;
  readonly clock: ServerClock;
};

/** Requests of which the browser keeps nothing, with the token as their only credential. */
export function createSend({ url, print, fetch, clock }: RequestParts): Send {
  const answerTo = async (body: string, accessToken: string | null): Promise<Answer> => {
    try {
      const response = await fetch(typeof url === 'string' ? url : await url(), {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          ...(accessToken !== null && { authorization: `Bearer ${accessToken}` }),
        },
        body,
        cache: 'no-store',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
      });
      clock.hear(response.headers.get('date'));
      // GraphQL over HTTP answers in this shape, whatever the status.
      return (await response.json()) as Answer;
    } catch (cause) {
      const message = 'The API cannot be reached. Try again.';
      throw new AdminError({ code: 'SERVICE_UNAVAILABLE', message }, { cause });
    }
  };

  return async <Data, Variables>(
    document: AdminDocument<Data, Variables>,
    variables: NoInfer<Variables>,
    accessToken: string | null,
  ): Promise<Data> => {
    const body = JSON.stringify({ query: textOf(document, print), variables });
    const { data, errors: [error] = [] } = await answerTo(body, accessToken);
    if (error) throw new AdminError({ code: 'INTERNAL', ...error.extensions, message: error.message });
    if (data == null) throw new AdminError({ code: 'INTERNAL', message: 'The API gave no answer.' });
    // The schema of which the document's types are made promises this shape.
    return data as Data;
  };
}
