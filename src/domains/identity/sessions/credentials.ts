import { z } from 'zod';
import { emailText } from '#platform/email.ts';
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

// The provider has a bound of its own; this one keeps a megabyte from being hashed.
const PASSWORD_LENGTH_MAX = 1_000;

const passwordCredentials = z.object({
  email: emailText,
  password: z
    .string()
    .min(1, 'Must not be empty.')
    .max(PASSWORD_LENGTH_MAX, `Must have at most ${PASSWORD_LENGTH_MAX} characters.`),
});

/** @throws ValidationFailed when neither way is complete */
export function parseCredentials(input: Credentials): ParsedCredentials {
  if (input.providerToken != null) return { kind: 'token', token: input.providerToken };
  const given = { email: input.email ?? '', password: input.password ?? '' };
  return { kind: 'password', ...parseInput(passwordCredentials, given) };
}
