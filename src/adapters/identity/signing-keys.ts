import { createHash } from 'node:crypto';
import type { Jwk } from 'better-auth/plugins/jwt';
import type { JSONWebKeySet } from 'jose';
import type { Pool } from 'pg';
import { z } from 'zod';

/** The secret that encrypts the signing keys, and the one before it, whose keys are still accepted. */
export type KeySecrets = { readonly secret: string; readonly previousSecret: string | null };

/** Signing keys of all processes, each encrypted by a secret. A key signs as long as its secret is the current one. */
export type SigningKeys = {
  listCurrent(): Promise<Jwk[]>;
  /** Of processes that start at once, each with a key of its own, one stores its key and all get that one. */
  add(key: Omit<Jwk, 'id'>): Promise<Jwk>;
  /** The public keys of tokens that are accepted. */
  listAccepted(): Promise<JSONWebKeySet>;
};

const KEY_LOCK = 4_073_221_847;
const VERSION_MASK = 0x7fffffff;

/** The library notes with each encrypted text the number of its secret, which is made from the secret. */
export const versionOf = (secret: string): number =>
  createHash('sha256').update(`version of ${secret}`).digest().readUInt32BE() & VERSION_MASK;

export function createSigningKeys(
  pool: Pick<Pool, 'query' | 'connect'>,
  { secret, previousSecret }: KeySecrets,
): SigningKeys {
  const current = versionOf(secret);
  const previous = previousSecret === null ? null : versionOf(previousSecret);

  return {
    listCurrent: async () => (await list(pool)).filter((key) => versionOfKey(key) === current),
    async add(key) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query('select pg_advisory_xact_lock($1)', [KEY_LOCK]);
        const known = (await list(client)).find((stored) => versionOfKey(stored) === current);
        const added = known ?? (await insert(client, key));
        await client.query('commit');
        client.release();
        return added;
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    async listAccepted() {
      const keys = await list(pool);
      const own = keys.find((key) => versionOfKey(key) === current);
      // While a secret is replaced in one process after the other, some have a newer one.
      const isNewer = (key: Jwk): boolean => own !== undefined && key.createdAt > own.createdAt;
      const accepted = keys.filter((key) => {
        const version = versionOfKey(key);
        return version === current || (previous !== null && version === previous) || isNewer(key);
      });
      return { keys: accepted.map(publicKeyOf) };
    },
  };
}

const COLUMNS = 'id, "publicKey", "privateKey", "createdAt", alg, crv';

async function list(at: Pick<Pool, 'query'>): Promise<Jwk[]> {
  return (await at.query<Jwk>(`select ${COLUMNS} from auth.jwks order by "createdAt"`)).rows;
}

async function insert(at: Pick<Pool, 'query'>, key: Omit<Jwk, 'id'>): Promise<Jwk> {
  const { publicKey, privateKey, createdAt, alg = null, crv = null } = key;
  const { rows } = await at.query<Jwk>(
    `insert into auth.jwks (${COLUMNS}) values (gen_random_uuid()::text, $1, $2, $3, $4, $5) returning ${COLUMNS}`,
    [publicKey, privateKey, createdAt, alg, crv],
  );
  const [added] = rows;
  if (!added) throw new Error('A signing key was not stored.');
  return added;
}

/** The private key is a JSON text, which begins with the number of its secret. */
function versionOfKey({ privateKey }: Jwk): number | null {
  const [, version] = /^"\$ba\$([0-9]+)\$/.exec(privateKey) ?? [];
  return version === undefined ? null : Number(version);
}

const publicKeySchema = z.looseObject({ kty: z.string() });

function publicKeyOf({ id, publicKey, alg, crv }: Jwk): JSONWebKeySet['keys'][number] {
  const parsed = publicKeySchema.parse(JSON.parse(publicKey));
  return { ...(alg && { alg }), ...(crv && { crv }), ...parsed, kid: id };
}
