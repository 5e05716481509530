import type { Clock } from '#platform/clock.ts';
import { DAY_MS, HOUR_MS } from '#platform/clock.ts';
import type { IdentityPort } from '#ports/identity.ts';
import { IdentityError } from '#ports/identity.ts';
import type { Auth } from 'firebase-admin/auth';
import type { FirebaseRest } from './firebase-rest.ts';
import { codeInvalid, passwordTooWeak, unavailable } from './firebase-rest.ts';
import { findAccount, withinTime } from './firebase-sdk.ts';
import { createCodeSealer } from './sealed-codes.ts';

/** The provider's own times are an hour and three days, promised nowhere. */
const RESET_CODE_LIFE_MS = HOUR_MS;
const VERIFICATION_CODE_LIFE_MS = DAY_MS;

export type FirebaseCodes = Pick<
  IdentityPort,
  'createPasswordResetCode' | 'resetPassword' | 'createEmailVerificationCode' | 'verifyEmail'
>;

type Desk = {
  readonly auth: Auth;
  readonly rest: FirebaseRest;
  readonly clock: Clock;
  /** Known to every process of the installation and to nobody else. */
  readonly secret: string;
};

/** The provider makes codes and applies them; the mails are the product's own. Its older codes stay good beside newer ones. */
export function createFirebaseCodes({ auth, rest, clock, secret }: Desk): FirebaseCodes {
  const codes = createCodeSealer({ secret, clock });
  return {
    async createPasswordResetCode(email) {
      const account = await findAccount(() => auth.getUserByEmail(email));
      if (!account) return null;
      const code = await codeOfLink(auth.generatePasswordResetLink(email));
      return codes.seal('reset-password', code, RESET_CODE_LIFE_MS);
    },
    async resetPassword({ code, newPassword }) {
      const opened = codes.open('reset-password', code);
      // Without a new password the same question only asks what the code is for.
      if (newPassword === '') throw passwordTooWeak();
      const { uid } = await holderOf(auth, rest, opened);
      await rest.resetPassword(opened, newPassword);
      return { subject: uid };
    },
    async createEmailVerificationCode(subject) {
      const account = await findAccount(() => auth.getUser(subject));
      if (!account?.email)
        throw new IdentityError('TOKEN_REVOKED', 'The account is closed or has no address.');
      const code = await codeOfLink(auth.generateEmailVerificationLink(account.email));
      return codes.seal('verify-email', code, VERIFICATION_CODE_LIFE_MS);
    },
    async verifyEmail(code) {
      const opened = codes.open('verify-email', code);
      const { uid, email } = await holderOf(auth, rest, opened);
      await rest.verifyEmail(opened);
      return { subject: uid, email };
    },
  };
}

/** Asked before the code is used up: applying it does not tell whose it was. @throws IdentityError CODE_INVALID */
async function holderOf(
  auth: Auth,
  rest: FirebaseRest,
  code: string,
): Promise<{ uid: string; email: string }> {
  const email = await rest.addressOfCode(code);
  const account = await findAccount(() => auth.getUserByEmail(email));
  if (!account) throw codeInvalid();
  return { uid: account.uid, email };
}

async function codeOfLink(asked: Promise<string>): Promise<string> {
  const link = await withinTime(asked).catch((error: unknown) => {
    throw error instanceof IdentityError ? error : unavailable('could not make a code', error);
  });
  const code = new URL(link).searchParams.get('oobCode');
  if (code === null) throw unavailable('answered in an unknown form');
  return code;
}
