import { createHash } from 'node:crypto';
import type { Clock } from '#platform/kernel/clock.ts';
import { DAY_MS, HOUR_MS } from '#platform/kernel/clock.ts';
import type { IdentityPort } from '#ports/identity.ts';
import { IdentityError } from '#ports/identity.ts';
import type { Auth } from 'firebase-admin/auth';
import type { FirebaseRest } from './firebase-rest.ts';
import { codeInvalid, passwordTooWeak, unavailable } from './firebase-rest.ts';
import { findAccount, sdkCode, withTimeout } from './firebase-sdk.ts';
import { createCodeSigner } from './signed-codes.ts';

/** The provider's own lives are an hour and three days, but undocumented. */
const RESET_CODE_LIFE_MS = HOUR_MS;
const VERIFICATION_CODE_LIFE_MS = DAY_MS;
const FORMER_LENGTH = 22;

export type FirebaseCodes = Pick<
  IdentityPort,
  | 'createPasswordResetCode'
  | 'resetPassword'
  | 'createEmailVerificationCode'
  | 'verifyEmail'
  | 'createEmailChangeCode'
  | 'changeEmail'
>;

type FirebaseCodesDeps = {
  readonly auth: Auth;
  readonly rest: FirebaseRest;
  readonly clock: Clock;
  /** Secret shared by all processes of the installation. */
  readonly secret: string;
};

/** The provider makes and applies codes; Plaza sends the mails. Older codes stay valid beside newer ones. */
export function createFirebaseCodes({ auth, rest, clock, secret }: FirebaseCodesDeps): FirebaseCodes {
  const codes = createCodeSigner({ secret, clock });
  return {
    async createPasswordResetCode(email) {
      const account = await findAccount(() => auth.getUserByEmail(email));
      if (!account) return null;
      const code = await codeOfLink(auth.generatePasswordResetLink(email));
      return codes.sign('reset-password', code, RESET_CODE_LIFE_MS);
    },
    async resetPassword({ code, newPassword }) {
      const opened = codes.verify('reset-password', code);
      // Without a new password the same request only reads the purpose of the code.
      if (newPassword === '') throw passwordTooWeak();
      const { uid } = await findCodeHolder(auth, rest, opened);
      await rest.resetPassword(opened, newPassword);
      return { subject: uid };
    },
    async createEmailVerificationCode(subject) {
      const account = await findAccount(() => auth.getUser(subject));
      if (!account?.email)
        throw new IdentityError('TOKEN_REVOKED', 'The account is closed or has no address.');
      const code = await codeOfLink(auth.generateEmailVerificationLink(account.email));
      return codes.sign('verify-email', code, VERIFICATION_CODE_LIFE_MS);
    },
    async verifyEmail(code) {
      const opened = codes.verify('verify-email', code);
      const { uid, email } = await findCodeHolder(auth, rest, opened);
      await rest.verifyEmail(opened);
      return { subject: uid, email };
    },
    async createEmailChangeCode({ subject, email }) {
      const account = await findAccount(() => auth.getUser(subject));
      if (!account) throw new IdentityError('TOKEN_REVOKED', 'The account is closed.');
      if (await findAccount(() => auth.getUserByEmail(email))) return null;
      return codes.sign('change-email', changeOf(account, email), VERIFICATION_CODE_LIFE_MS);
    },
    async changeEmail(code) {
      const change = codes.verify('change-email', code);
      const [subject = '', , email = ''] = Buffer.from(change, 'base64url').toString().split(' ');
      const account = await findAccount(() => auth.getUser(subject));
      if (!account || changeOf(account, email) !== change) throw codeInvalid();
      await setEmail(auth, subject, email);
      return { subject, email };
    },
  };
}

/** Names the address that is replaced by its hash, so that the code is short, and valid once. */
function changeOf({ uid, email = '' }: { uid: string; email?: string | undefined }, next: string): string {
  const former = createHash('sha256').update(email).digest('base64url').slice(0, FORMER_LENGTH);
  return Buffer.from(`${uid} ${former} ${next}`).toString('base64url');
}

async function setEmail(auth: Auth, subject: string, email: string): Promise<void> {
  try {
    await withTimeout(auth.updateUser(subject, { email, emailVerified: true }));
  } catch (error) {
    if (TAKEN_OR_GONE.has(sdkCode(error))) throw codeInvalid();
    throw unavailable('could not replace an address', error);
  }
}

const TAKEN_OR_GONE: ReadonlySet<string> = new Set([
  'auth/email-already-exists',
  'auth/user-not-found',
  'auth/invalid-email',
]);

/** Read before the code is applied, since applying it does not return the account. @throws IdentityError CODE_INVALID */
async function findCodeHolder(
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
  const link = await withTimeout(asked).catch((error: unknown) => {
    throw error instanceof IdentityError ? error : unavailable('could not make a code', error);
  });
  const code = new URL(link).searchParams.get('oobCode');
  if (code === null) throw unavailable('answered in an unknown form');
  return code;
}
