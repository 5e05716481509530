import type { AdminRole } from '#domains/identity/admins/admins.types.ts';
import type { Actor } from '#test/support/actor.ts';
import { restrict } from './restrict.ts';
import { runSql } from '#test/support/test-server.ts';
import type { World } from '#test/support/world.ts';

/** Callers allowed to use a field; a list holds the admin roles that have its permission. */
export type Rule = 'anyone' | 'user' | 'enrollingAdmin' | 'admin' | readonly AdminRole[];

export const ROLES: readonly AdminRole[] = ['OWNER', 'ADMIN', 'MODERATOR', 'FINANCE', 'SUPPORT', 'ANALYST'];

export type Verdict = (rule: Rule) => 'allowed' | { readonly code: string; readonly reason?: string };
type Caller = { readonly actor: Actor; readonly verdict: Verdict };

const nobody =
  (reason: string): Verdict =>
  (rule) =>
    rule === 'anyone' ? 'allowed' : { code: 'UNAUTHENTICATED', reason };

const aUser: Verdict = (rule) =>
  rule === 'anyone' || rule === 'user' ? 'allowed' : { code: 'UNAUTHENTICATED', reason: 'INVALID' };

const adminWith =
  (role: AdminRole): Verdict =>
  (rule) => {
    if (rule === 'user') return { code: 'UNAUTHENTICATED', reason: 'INVALID' };
    return typeof rule === 'string' || rule.includes(role) ? 'allowed' : { code: 'FORBIDDEN' };
  };

/** An admin who has to enrol a second factor first. */
const enrolling: Verdict = (rule) => {
  if (rule === 'user') return { code: 'UNAUTHENTICATED', reason: 'INVALID' };
  return rule === 'anyone' || rule === 'enrollingAdmin'
    ? 'allowed'
    : { code: 'FORBIDDEN', reason: 'SECOND_FACTOR_REQUIRED' };
};

/** Callers of the client endpoint by their names. */
export async function clientCallers(world: World): Promise<Record<string, Caller>> {
  const expired = await world.user('expired');
  world.clock.advance('16m');
  const suspended = await world.user('suspended');
  await restrict(world, suspended, { kind: 'SUSPENSION' });
  const deleted = await world.user('deleted');
  await runSql(world.connectionString, "update users set state = 'DELETED' where username = 'deleted'");
  const signedOut = await world.user('signed.out');
  await signedOut.do('mutation { logout(input: {}) { errors { code } } }');
  const admin = await world.admin();
  return {
    anonymous: { actor: world.anonymous(), verdict: nobody('MISSING') },
    'a token that nobody issued': { actor: withToken(world, 'garbage'), verdict: nobody('INVALID') },
    'an expired token': { actor: expired, verdict: nobody('EXPIRED') },
    'an admin’s token': { actor: withToken(world, admin.token), verdict: nobody('INVALID') },
    'a suspended user': { actor: suspended, verdict: nobody('REVOKED') },
    'a deleted user': { actor: deleted, verdict: nobody('REVOKED') },
    'a user who signed out': { actor: signedOut, verdict: nobody('REVOKED') },
    'a user': { actor: await world.user('ada'), verdict: aUser },
  };
}

/** Callers of the admin endpoint by their names. */
export async function adminCallers(world: World): Promise<Record<string, Caller>> {
  const expired = await world.admin();
  world.clock.advance('16m');
  const disabled = await world.admin();
  await runSql(
    world.connectionString,
    'update admins set disabled_at = now() where created_at = (select max(created_at) from admins)',
  );
  const factorless = await world.admin();
  await runSql(
    world.connectionString,
    'update admins set must_enroll = true where created_at = (select max(created_at) from admins)',
  );
  const signedOut = await world.admin();
  await signedOut.do('mutation { adminLogout { errors { code } } }');
  const user = await anonymousAdmin(world);
  user.token = (await world.user('ada')).token;
  const garbage = await anonymousAdmin(world);
  garbage.token = 'garbage';
  const roles = await Promise.all(
    ROLES.map(async (role): Promise<[string, Caller]> => [
      role,
      { actor: await world.admin({ role }), verdict: adminWith(role) },
    ]),
  );
  return {
    anonymous: { actor: await anonymousAdmin(world), verdict: nobody('MISSING') },
    'a token that nobody issued': { actor: garbage, verdict: nobody('INVALID') },
    'an expired token': { actor: expired, verdict: nobody('EXPIRED') },
    'a user’s token': { actor: user, verdict: nobody('INVALID') },
    'a disabled admin': { actor: disabled, verdict: nobody('REVOKED') },
    'an admin without the required factor': { actor: factorless, verdict: enrolling },
    'an admin whose session ended': { actor: signedOut, verdict: nobody('REVOKED') },
    ...Object.fromEntries(roles),
  };
}

function withToken(world: World, token: string | null): Actor {
  return Object.assign(world.anonymous(), { token });
}

/** On the admin endpoint, without a token. */
export async function anonymousAdmin(world: World): Promise<Actor> {
  return Object.assign(await world.admin(), { token: null });
}
