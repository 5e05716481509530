import { DAY_MS } from '#platform/kernel/clock.ts';
import { IdentityError } from '#ports/identity.ts';
import { generateRandomString } from 'better-auth/crypto';
import { codeInvalid } from './embedded-errors.ts';
import type { EmbeddedDeps } from './embedded-library.ts';
import { captureResetCode } from './embedded-library.ts';
import { isEmail, isPassword, passwordTooWeak } from './embedded-rules.ts';

/** Life of a code that verifies an address, present or new. */
const VERIFICATION_CODE_LIFE_MS = DAY_MS;
/** Same length as the library's own: 142 bits. */
const CODE_LENGTH = 24;
/** Any other text is refused without a query. */
const CODE_FORM = /^[A-Za-z0-9]{24}$/;

/** Prefix of the library's identifiers of reset codes. */
const RESET = 'reset-password';
const VERIFICATION = 'verify-email';
const CHANGE = 'change-email';

export async function createPasswordResetCode(
  { library }: EmbeddedDeps,
  email: string,
): Promise<string | null> {
  const { internalAdapter } = await library.$context;
  const found = isEmail(email) ? await internalAdapter.findUserByEmail(email) : null;
  if (!found) return null;
  await deleteResetCodes(library, found.user.id);
  return captureResetCode(() => library.api.requestPasswordReset({ body: { email } }));
}

export async function resetPassword(
  deps: EmbeddedDeps,
  { code, newPassword }: { code: string; newPassword: string },
): Promise<{ subject: string }> {
  if (!isPassword(newPassword)) throw passwordTooWeak();
  const subject = await readCode(deps, RESET, code);
  await deps.library.api.resetPassword({ body: { token: code, newPassword } });
  await deleteResetCodes(deps.library, subject);
  return { subject };
}

/** The stored value is the account's id alone. */
export async function deleteResetCodes(library: EmbeddedDeps['library'], subject: string): Promise<void> {
  const { adapter } = await library.$context;
  await adapter.deleteMany({ model: 'verification', where: [{ field: 'value', value: subject }] });
}

/**
 * The library's own codes of this kind are signed statements of some 250 characters, too long to be typed, which name
 * an address but no account, and expire by the system's clock.
 */
export async function createEmailVerificationCode(deps: EmbeddedDeps, subject: string): Promise<string> {
  const { library } = deps;
  const { internalAdapter } = await library.$context;
  const user = await internalAdapter.findUserById(subject);
  if (!user) throw new IdentityError('TOKEN_REVOKED', 'The account is closed.');
  await deleteVerificationCodes(library, subject);
  return createCode(deps, VERIFICATION, `${subject} ${user.email}`);
}

async function createCode({ library, clock }: EmbeddedDeps, kind: string, value: string): Promise<string> {
  const { internalAdapter } = await library.$context;
  const code = generateRandomString(CODE_LENGTH, 'a-z', 'A-Z', '0-9');
  await internalAdapter.createVerificationValue({
    identifier: `${kind}:${code}`,
    value,
    expiresAt: new Date(clock.now().getTime() + VERIFICATION_CODE_LIFE_MS),
  });
  return code;
}

export async function verifyEmail(
  deps: EmbeddedDeps,
  code: string,
): Promise<{ subject: string; email: string }> {
  const [subject = '', email = ''] = (await readCode(deps, VERIFICATION, code)).split(' ');
  const { internalAdapter } = await deps.library.$context;
  const user = await internalAdapter.findUserById(subject);
  if (user?.email !== email) throw codeInvalid();
  // Of concurrent uses of a code, one deletes its row.
  if (!(await internalAdapter.consumeVerificationValue(`${VERIFICATION}:${code}`))) throw codeInvalid();
  await internalAdapter.updateUser(subject, { emailVerified: true });
  return { subject, email };
}

export async function createEmailChangeCode(
  deps: EmbeddedDeps,
  { subject, email }: { subject: string; email: string },
): Promise<string | null> {
  const { library } = deps;
  const { internalAdapter } = await library.$context;
  const user = await internalAdapter.findUserById(subject);
  if (!user) throw new IdentityError('TOKEN_REVOKED', 'The account is closed.');
  if (!isEmail(email) || (await internalAdapter.findUserByEmail(email))) return null;
  await deleteVerificationCodes(library, subject);
  return createCode(deps, CHANGE, `${subject} ${user.email} ${email}`);
}

export async function changeEmail(
  deps: EmbeddedDeps,
  code: string,
): Promise<{ subject: string; email: string }> {
  const [subject = '', former = '', email = ''] = (await readCode(deps, CHANGE, code)).split(' ');
  const { library } = deps;
  const { internalAdapter } = await library.$context;
  const user = await internalAdapter.findUserById(subject);
  if (user?.email !== former || (await internalAdapter.findUserByEmail(email))) throw codeInvalid();
  // Of concurrent uses of a code, one deletes its row.
  if (!(await internalAdapter.consumeVerificationValue(`${CHANGE}:${code}`))) throw codeInvalid();
  await internalAdapter.updateUser(subject, { email, emailVerified: true }).catch(async (error: unknown) => {
    // Somebody has registered by the address meanwhile.
    throw (await internalAdapter.findUserByEmail(email)) ? codeInvalid(error) : error;
  });
  await deleteCodes(library, subject);
  return { subject, email };
}

export async function deleteCodes(library: EmbeddedDeps['library'], subject: string): Promise<void> {
  await deleteResetCodes(library, subject);
  await deleteVerificationCodes(library, subject);
}

async function deleteVerificationCodes(library: EmbeddedDeps['library'], subject: string): Promise<void> {
  const { adapter } = await library.$context;
  await adapter.deleteMany({
    model: 'verification',
    where: [{ field: 'value', operator: 'starts_with', value: `${subject} ` }],
  });
}

/** Uses the product's clock; the library would use the system's. @throws IdentityError CODE_INVALID */
async function readCode({ library, clock }: EmbeddedDeps, kind: string, code: string): Promise<string> {
  const { internalAdapter } = await library.$context;
  const found = CODE_FORM.test(code) ? await internalAdapter.findVerificationValue(`${kind}:${code}`) : null;
  if (!found || found.expiresAt <= clock.now()) throw codeInvalid();
  return found.value;
}
