import { PRODUCT_PATH } from '../harness/product-server.ts';
import type { ProductServer } from '../harness/product-server.ts';
import type { Visitor } from '../harness/tokens.ts';

let addresses = 0;

/** An address for each request, so that the budget of a network never refuses one. */
const nextAddress = (): string => {
  addresses += 1;
  return `10.${100 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

/** Headers of a caller, signed in or not. */
export const hostileHeaders = (visitor: Visitor | null): Record<string, string> => ({
  accept: 'application/json',
  'x-forwarded-for': nextAddress(),
  ...(visitor && { authorization: `Bearer ${visitor.accessToken}` }),
});

/** Sends one document. @returns OK or the codes of its errors */
export async function send(
  { port }: Pick<ProductServer, 'port'>,
  { source, visitor, variables = {} }: { source: string; visitor: Visitor | null; variables?: object },
): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${PRODUCT_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...hostileHeaders(visitor) },
    body: JSON.stringify({ query: source, variables }),
  });
  return codesOf(await response.text());
}

/** @returns OK, or the codes of all errors of an answer */
export function codesOf(text: string): string {
  const codes = new Set([...text.matchAll(/"code":"([A-Z_]+)"/g)].map(([, code]) => code));
  return codes.size === 0 ? 'OK' : [...codes].join(' ');
}
