/** Settings of every peer, from its environment. */
export const settings = {
  port: Number(required('PORT')),
  databaseUrl: required('DATABASE_URL'),
  poolSize: Number(required('POOL_SIZE')),
  tokenRules: {
    keySet: required('KEY_SET'),
    issuer: required('TOKEN_ISSUER'),
    audience: required('TOKEN_AUDIENCE'),
  },
  linkSecret: required('MEDIA_LINK_SECRET'),
};

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing.`);
  return value;
}
