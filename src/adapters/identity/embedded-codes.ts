import { DAY_MS } from '#platform/clock.ts';
import { IdentityError } from '#ports/identity.ts';
import { generateRandomString } from 'better-auth/crypto';
import { codeInvalid } from './embedded-errors.ts';
import type { Desk } from './embedded-library.ts';
import { takeResetCode } from './embedded-library.ts';
import { isEmail, isPassword, passwordTooWeak } from './embedded-rules.ts';

/** How long a code that verifies an address is good. */
const VERIFICATION_CODE_LIFE_MS = DAY_MS;
/** As long as the library's own: 142 bits. */
const CODE_LENGTH = 24;
/** Anything else need not reach the database. */
const CODE_FORM = /^[A-Za-z0-9]{24}$/;

/** How the library names the codes that it makes for new passwords. */
const RESET = 'reset-password';
const VERIFICATION = 'verify-email';

export async function createPasswordResetCode({ library }: Desk, email: string): Promise<string | null> {
  const { internalAdapter } = await library.$context;
  const found = isEmail(email) ? await internalAdapter.findUserByEmail(email) : null;
  if (!found) return null;
  await dropResetCodes(library, found.user.id);
  return takeResetCode(() => library.api.requestPasswordReset({ body: { email } }));
}

export async function resetPassword(
  desk: Desk,
  { code, newPassword }: { code: string; newPassword: string },
): Promise<{ subject: string }> {
  if (!isPassword(newPassword)) throw passwordTooWeak();
  const subject = await meaningOf(desk, RESET, code);
  await desk.library.api.resetPassword({ body: { token: code, newPassword } });
  await dropResetCodes(desk.library, subject);
  return { subject };
}

/** What such a code stands for is the person's id alone. */
export async function dropResetCodes(library: Desk['library'], subject: string): Promise<void> {
  const { adapter } = await library.$context;
  await adapter.deleteMany({ model: 'verification', where: [{ field: 'value', value: subject }] });
}

/**
 * The library's own codes of this kind would be signed statements of some 250 characters, too long to be typed, that name
 * an address and nobody whose it is, and that expire by the system's clock.
 */
export async function createEmailVerificationCode(
  { library, clock }: Desk,
  subject: string,
): Promise<string> {
  const { internalAdapter } = await library.$context;
  const user = await internalAdapter.findUserById(subject);
  if (!user) throw new IdentityError('TOKEN_REVOKED', 'The account is closed.');
  const code = generateRandomString(CODE_LENGTH, 'a-z', 'A-Z', '0-9');
  await internalAdapter.createVerificationValue({
    identifier: `${VERIFICATION}:${code}`,
    value: `${subject} ${user.email}`,
    expiresAt: new Date(clock.now().getTime() + VERIFICATION_CODE_LIFE_MS),
  });
  return code;
}

export async function verifyEmail(desk: Desk, code: string): Promise<{ subject: string; email: string }> {
  const [subject = '', email = ''] = (await meaningOf(desk, VERIFICATION, code)).split(' ');
  const { internalAdapter } = await desk.library.$context;
  const user = await internalAdapter.findUserById(subject);
  if (user?.email !== email) throw codeInvalid();
  // Of several who have the code, one gets it here.
  if (!(await internalAdapter.consumeVerificationValue(`${VERIFICATION}:${code}`))) throw codeInvalid();
  await internalAdapter.updateUser(subject, { emailVerified: true });
  return { subject, email };
}

export async function dropCodes(library: Desk['library'], subject: string): Promise<void> {
  await dropResetCodes(library, subject);
  const { adapter } = await library.$context;
  await adapter.deleteMany({
    model: 'verification',
    where: [{ field: 'value', operator: 'starts_with', value: `${subject} ` }],
  });
}

/** By the product's clock; the library would ask the system's. @throws IdentityError CODE_INVALID */
async function meaningOf({ library, clock }: Desk, kind: string, code: string): Promise<string> {
  const { internalAdapter } = await library.$context;
  const found = CODE_FORM.test(code) ? await internalAdapter.findVerificationValue(`${kind}:${code}`) : null;
  if (!found || found.expiresAt <= clock.now()) throw codeInvalid();
  return found.value;
}
