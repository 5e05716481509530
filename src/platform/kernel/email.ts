import { z } from 'zod';

/** RFC 5321 section 4.5.3.1.3 allows a path of 256 octets, of which two are angle brackets. */
export const EMAIL_LENGTH_MAX = 254;

/** An e-mail address, trimmed and in lower case. */
export const emailSchema = z
  .string()
  .transform((email) => email.trim().toLowerCase())
  .pipe(
    z
      .email('Must be an e-mail address.')
      .max(EMAIL_LENGTH_MAX, `Must have at most ${EMAIL_LENGTH_MAX} characters.`),
  );
