import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import { sendMail } from '#domains/foundation/mails/mails.service.ts';
import type { AppError } from '#platform/kernel/errors.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import { createSealer } from '#platform/secrets/sealed-text.ts';
import type { RequestContext } from '#platform/request/context.ts';
import type { IssuedTokens, PasswordCredentials } from '#ports/identity.ts';
import { ensureUser, parseNewProfile } from '../users/registration.service.ts';
import { newUsernameConflict } from '../users/usernames.service.ts';
import { hasAccount } from '../users/users.service.ts';
import { callProvider, signUpOrIn } from './provider.service.ts';
import { CODE_LIFE_MS, CODE_TRIES_MAX, REGISTRATION_MAILS } from './registration.policy.ts';
import { deleteRegistration, insertRegistration, updateTries } from './registration.queries.ts';
import { alreadyRegisteredMail, registrationCodeMail } from './sessions.mails.ts';
import { parseDevice, signIn, type SignedInOnDevice, type SignInInput } from './sessions.service.ts';
import { parsePasswordCredentials } from './sign-in-credentials.policy.ts';

export type RegisterInput = SignInInput & { readonly username: string; readonly displayName: string };

/** A registration that waits for the code from a mail. */
export type RegistrationStarted = { readonly registrationToken: string; readonly codeExpiresAt: Date };

const CODE_DIGITS = 6;
const TOKEN_BYTES = 32;
const TOKEN_FORM = /^[\w-]{43}$/;
const PASSWORD_LENGTH_MIN = 8;
const PASSWORD_LENGTH_MAX = 128;
const SEALED_INPUT = 'registration';

/** Registers at once, or by a code where registrations by e-mail are to be confirmed. */
export function register(
  ctx: RequestContext,
  input: RegisterInput,
): Promise<SignedInOnDevice | RegistrationStarted> {
  const isDirect = ctx.registration === 'direct' || input.providerToken != null;
  return isDirect ? registerDirectly(ctx, input) : startRegistration(ctx, input);
}

/** Creates the profile of an identity and signs in. An identity that has a profile is only signed in. */
export function registerDirectly(ctx: RequestContext, input: RegisterInput): Promise<SignedInOnDevice> {
  return createAccount(ctx, input, (tokens) => Promise.resolve(tokens));
}

/**
 * Creates the account whose registration the code confirms, with a verified address.
 * @throws AppError VALIDATION_FAILED for a wrong code; CONFLICT when the username was taken meanwhile
 */
export async function confirmRegistration(
  ctx: RequestContext,
  { registrationToken: token, code }: { registrationToken: string; code: string },
): Promise<SignedInOnDevice> {
  const tokenHash = hashOf(token);
  const tried =
    TOKEN_FORM.test(token) &&
    (await ctx.transaction((tx) =>
      updateTries(tx, { tokenHash, triesMax: CODE_TRIES_MAX, now: ctx.clock.now() }),
    ));
  if (!tried || tried.codeHash !== codeHashOf(token, code.replaceAll(/\s/g, ''))) throw codeRefused();
  const opened = createSealer(token).open(SEALED_INPUT, tried.sealedInput);
  // Sealed by `startRegistration` with this token.
  const input = JSON.parse(opened ?? '') as RegisterInput;
  const signedIn = await createAccount(ctx, input, (tokens) => verifyAddress(ctx, tokens));
  await ctx.transaction((tx) => deleteRegistration(tx, tokenHash));
  return signedIn;
}

async function createAccount(
  ctx: RequestContext,
  input: RegisterInput,
  verify: (tokens: IssuedTokens) => Promise<IssuedTokens>,
): Promise<SignedInOnDevice> {
  const profile = await parseNewProfile(ctx, input);
  return signIn(ctx, input, {
    byPassword: async (given) => verify(await signUpOrIn(ctx, given, profile.username)),
    findUser: (identity) => ensureUser(ctx, identity, profile),
  });
}

/** Tells the provider what the code has shown: that the address belongs to the person. */
async function verifyAddress(ctx: RequestContext, tokens: IssuedTokens): Promise<IssuedTokens> {
  const { identity } = ctx.ports;
  const { subject, isEmailVerified } = tokens.identity;
  if (!isEmailVerified) {
    const code = await callProvider(() => identity.createEmailVerificationCode(subject));
    await callProvider(() => identity.verifyEmail(code));
  }
  return { ...tokens, identity: { ...tokens.identity, isEmailVerified: true } };
}

/**
 * Stores the registration and mails a code, or to the owner of a taken address that there is an account. Both do the same
 * work and get the same answer. Nothing else is created: the username stays free.
 */
async function startRegistration(ctx: RequestContext, input: RegisterInput): Promise<RegistrationStarted> {
  const { username } = await parseNewProfile(ctx, input);
  const { email } = parseNewCredentials(input);
  parseDevice(input.device);
  const conflict = await newUsernameConflict(ctx, username);
  if (conflict) throw conflict;
  await ctx.budgets.spend({ name: 'registration:address', allowance: REGISTRATION_MAILS, key: email });
  const registrationToken = randomBytes(TOKEN_BYTES).toString('base64url');
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  const codeExpiresAt = new Date(ctx.clock.now().getTime() + CODE_LIFE_MS);
  const mail = { to: email, idempotencyKey: `registration:${ctx.ids.next()}` };
  const isTaken = await hasAccount(ctx.db, email);
  await ctx.transaction(async (tx) => {
    await insertRegistration(tx, {
      tokenHash: hashOf(registrationToken),
      codeHash: codeHashOf(registrationToken, code),
      sealedInput: createSealer(registrationToken).seal(SEALED_INPUT, JSON.stringify(input)),
      expiresAt: codeExpiresAt,
    });
    sendMail(ctx, tx, isTaken ? alreadyRegisteredMail(mail) : registrationCodeMail({ ...mail, code }));
  });
  return { registrationToken, codeExpiresAt };
}

/** The provider judges the password only when the account is created, too late for the person to choose another. */
function parseNewCredentials(input: RegisterInput): PasswordCredentials {
  const { email, password } = parsePasswordCredentials(input);
  if (password.length >= PASSWORD_LENGTH_MIN && password.length <= PASSWORD_LENGTH_MAX)
    return { email, password };
  const rule = `The password must have ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters.`;
  throw invalid(['password'], rule, 'strength');
}

const codeRefused = (): AppError =>
  invalid(['code'], 'The code is wrong, used or expired: register again for a new one.', 'code');

/** A plain digest suffices: the token is random, so it cannot be guessed. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

const codeHashOf = (token: string, code: string): string =>
  createHmac('sha256', token).update(code).digest('base64url');
