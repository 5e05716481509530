/**
 * The packages of coins that are on offer, as admins keep them: each change of price or coins makes a version, which its buyers keep.
 * Owns `coin_packages`, `coin_package_versions` and `coin_package_requests`, of unusual offers that need another admin.
 * Begin with coin-packages.service.ts.
 */
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import './coin-packages.schema.ts';
import './package-requests.schema.ts';

const coinPackagesLimits = {
  coinPackages: limit(50, 'Maximum coin packages that are not archived.'),
  coinPackageCoins: limit(
    1_000_000,
    'Maximum coins of a coin package, of those paid for and of those given each.',
  ),
  coinPackageRequestsPending: limit(
    20,
    'Maximum coin packages of one admin, or changes of them, that wait for another admin.',
  ),
};

defineModule({
  name: 'coin-packages',
  ids: ['coinpackage', 'coinpackagerequest'],
  limits: coinPackagesLimits,
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    coinpackage: true;
    coinpackagerequest: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof coinPackagesLimits> {}
}
