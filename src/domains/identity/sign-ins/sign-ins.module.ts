/**
 * Sign-ins of users and admins, as far as they are alike: the form of refresh tokens, and the allowances for wrong passwords.
 * Owns `known_devices`, devices that stay able to sign in while others guess at the password.
 * Begin with sign-ins.service.ts; refresh-tokens.service.ts says what each refresh token is answered with.
 */
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { deleteDevicesOfUser } from './known-devices.queries.ts';
import { signInJobs } from './sign-ins.jobs.ts';

const signInsLimits = {
  knownDevices: limit(20, 'Maximum number of devices of an account that are known by their `deviceToken`.'),
};

const BATCH_ROWS = 500;

defineModule({
  name: 'sign-ins',
  limits: signInsLimits,
  jobs: signInJobs,
  personalData: {
    tables: {
      'public.known_devices': {
        erased: 'sign-ins.eraseDevices',
        exported: 'hashes of random tokens, without a word on the device',
      },
    },
    erasures: [
      {
        name: 'sign-ins.eraseDevices',
        batches: [(tx, { userId }) => deleteDevicesOfUser(tx, userId, BATCH_ROWS)],
      },
    ],
  },
});

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof signInsLimits> {}
}
