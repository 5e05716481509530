import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { MINUTE_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { TokenProblem } from '#platform/kernel/errors.ts';

const ADMIN_ACCESS_LIFE_MS = 15 * MINUTE_MS;

// Admins have an issuer and an audience of their own: a token of any other issuer, whatever its signature, is not an admin's.
const ISSUER = 'plaza-admin';
const AUDIENCE = 'plaza-admin';
const ALGORITHM = 'HS256';

type Signing = Pick<Services, 'secrets' | 'clock'>;

export async function signAdminToken(
  { secrets, clock }: Signing,
  claims: { adminId: string; sessionId: string },
): Promise<{ accessToken: string; expiresAt: Date }> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + ADMIN_ACCESS_LIFE_MS);
  const accessToken = await new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(claims.adminId)
    .setIssuedAt(now)
    .setExpirationTime(expiresAt)
    .sign(secrets.adminToken);
  return { accessToken, expiresAt };
}

/** @returns the admin and session of the token, or the token problem */
export async function verifyAdminToken(
  { secrets, clock }: Signing,
  accessToken: string,
): Promise<{ adminId: string; sessionId: string } | TokenProblem> {
  const verify = (secret: Uint8Array) =>
    jwtVerify(accessToken, secret, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['exp'],
      currentDate: clock.now(),
    });
  try {
    const { payload } = await verify(secrets.adminToken).catch((error: unknown) => {
      if (!(error instanceof errors.JWSSignatureVerificationFailed) || !secrets.previousAdminToken)
        throw error;
      return verify(secrets.previousAdminToken);
    });
    const claims = claimsSchema.safeParse(payload);
    if (!claims.success || claims.data.iat * SECOND_MS > clock.now().getTime()) return 'INVALID';
    return { adminId: claims.data.sub, sessionId: claims.data.sid };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'EXPIRED';
    if (error instanceof errors.JOSEError) return 'INVALID';
    throw error;
  }
}

/** Uuids only: PostgreSQL would fail on any other text. */
const claimsSchema = z.object({ sub: z.uuid(), sid: z.uuid(), iat: z.number() });
