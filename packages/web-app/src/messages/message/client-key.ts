/** The key under which this app has sent a message; other clients send other data, or none. */
export function clientKeyOf(clientData: unknown): string | null {
  if (typeof clientData !== 'object' || clientData === null || !('key' in clientData)) return null;
  return typeof clientData.key === 'string' ? clientData.key : null;
}
