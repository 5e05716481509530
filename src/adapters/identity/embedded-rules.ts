import { EMAIL_LENGTH_MAX } from '#platform/kernel/email.ts';
import { IdentityError } from '#ports/identity.ts';
import { z } from 'zod';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './embedded-library.ts';

const emailSchema = z.email().max(EMAIL_LENGTH_MAX);

export const isEmail = (email: string): boolean => emailSchema.safeParse(email).success;

export const isPassword = (password: string): boolean =>
  password.length >= PASSWORD_LENGTH_MIN && password.length <= PASSWORD_LENGTH_MAX;

export const passwordTooWeak = (): IdentityError =>
  new IdentityError(
    'PASSWORD_TOO_WEAK',
    `The password must have ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters.`,
  );
