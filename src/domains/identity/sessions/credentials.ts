import { z } from 'zod';
import { parseInput } from '#platform/parse-input.ts';

/** What a client signs in with: an e-mail address and a password, or a token that it got from the provider by itself. */
export type Credentials = {
  readonly email?: string | null | undefined;
  readonly password?: string | null | undefined;
  readonly providerToken?: string | null | undefined;
};

export type ParsedCredentials =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'password'; readonly email: string; readonly password: string };

// RFC 5321 section 4.5.3.1.3 allows a path of 256 octets, of which two are angle brackets.
const EMAIL_LENGTH_MAX = 254;
// The provider has a bound of its own; this one keeps a megabyte from being hashed.
const PASSWORD_LENGTH_MAX = 1_000;

const atMost = (length: number): string => `Must have at most ${length} characters.`;

const passwordCredentials = z.object({
  email: z
    .string()
    .transform((email) => email.trim().toLowerCase())
    .pipe(z.email('Must be an e-mail address.').max(EMAIL_LENGTH_MAX, atMost(EMAIL_LENGTH_MAX))),
  password: z.string().min(1, 'Must not be empty.').max(PASSWORD_LENGTH_MAX, atMost(PASSWORD_LENGTH_MAX)),
});

/** @throws ValidationFailed when neither way is complete */
export function parseCredentials(input: Credentials): ParsedCredentials {
  if (input.providerToken != null) return { kind: 'token', token: input.providerToken };
  const given = { email: input.email ?? '', password: input.password ?? '' };
  return { kind: 'password', ...parseInput(passwordCredentials, given) };
}
