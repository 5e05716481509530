import { z } from 'zod';

/** RFC 5321 section 4.5.3.1.3 allows a path of 256 octets, of which two are angle brackets. */
export const EMAIL_LENGTH_MAX = 254;

/** RFC 5321 section 4.5.3.1.1: what stands before the `@`. */
const LOCAL_PART_LENGTH_MAX = 64;

/** An e-mail address, trimmed and in lower case. */
export const emailSchema = z
  .string()
  .transform((email) => email.trim().toLowerCase())
  .pipe(
    z
      .email('Must be an e-mail address.')
      .max(EMAIL_LENGTH_MAX, `Must have at most ${EMAIL_LENGTH_MAX} characters.`)
      .refine((email) => email.lastIndexOf('@') <= LOCAL_PART_LENGTH_MAX, {
        message: `Must have at most ${LOCAL_PART_LENGTH_MAX} characters before the @.`,
        params: { constraint: 'format' },
      }),
  );
