import assert from 'node:assert/strict';
import { totpCodeOf, totpStepOf } from '#domains/identity/admin-factors/totp.ts';
import { type Actor, createActor, type Untyped } from '#test/support/actor.ts';
import type { World } from '#test/support/world.ts';

export const ADMIN_PASSWORD = 'correct horse battery';

/** A caller of the admin endpoint without a token, from a network of their own. */
export const adminStranger = (world: World): Actor =>
  createActor(world.adminUrl, { token: null, onEnd: () => undefined });

/** The code of an app at the world's time, or some steps from it. */
export const codeOf = (world: World, secret: string, distance = 0): string =>
  totpCodeOf(secret, totpStepOf(world.clock.now()) + distance);

export const ownAddress = async (admin: Actor): Promise<string> =>
  (await admin.do('{ adminMe { email } }')).adminMe.email;

export const ownAdminId = async (admin: Actor): Promise<string> =>
  (await admin.do('{ adminMe { id } }')).adminMe.id;

const LOGIN = `mutation ($input: AdminLoginInput!) {
  adminLogin(input: $input) { needsCode accessToken deviceToken errors { code path } } }`;

export type AdminTry = {
  readonly email: string;
  readonly password?: string;
  readonly code?: string;
  readonly recoveryCode?: string;
  readonly deviceToken?: string | null;
};

/** Tries to sign in. @returns the payload */
export async function tryAdminLogin(caller: Actor, given: AdminTry): Promise<Untyped> {
  const input = { password: ADMIN_PASSWORD, ...given };
  const { data, errors } = await caller.ask(LOGIN, { input });
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data.adminLogin;
}

/** OK, NEEDS_CODE or the code of the refusal. */
export async function outcomeOf(caller: Actor, given: AdminTry): Promise<string> {
  const { data, errors } = await caller.ask(LOGIN, { input: { password: ADMIN_PASSWORD, ...given } });
  const payload = data.adminLogin;
  if (!payload) return errors?.[0]?.extensions.code ?? 'NOTHING';
  return payload.errors[0]?.code ?? (payload.needsCode ? 'NEEDS_CODE' : 'OK');
}

export type Enrolled = { readonly secret: string; readonly uri: string; readonly recoveryCodes: string[] };

/** Enrols a second factor of an admin who has just signed in; the code of the step before is taken by it. */
export async function enrol(world: World, admin: Actor): Promise<Enrolled> {
  const { adminEnrollTotp } = await admin.do('mutation { adminEnrollTotp { secret uri errors { code } } }');
  const { secret, uri } = adminEnrollTotp;
  const { adminConfirmTotp } = await admin.do(
    'mutation ($code: String!) { adminConfirmTotp(input: { code: $code }) { recoveryCodes errors { code } } }',
    { code: codeOf(world, secret, -1) },
  );
  assert.equal(adminConfirmTotp.recoveryCodes.length, 10);
  return { secret, uri, recoveryCodes: adminConfirmTotp.recoveryCodes };
}
