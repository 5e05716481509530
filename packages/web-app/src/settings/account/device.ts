const BROWSERS = ['Firefox', 'Edg', 'OPR', 'Chrome', 'Safari'] as const;
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'] as const;

const NAMES: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS': 'macOS' };

/** Name of a device: its own, else that of the browser and the system, else the first word of the user agent. */
export function deviceOf(
  { deviceName, userAgent }: { readonly deviceName: string | null; readonly userAgent: string },
  unknown: string,
): string {
  if (deviceName !== null && deviceName !== '') return deviceName;
  const [browser, system] = [BROWSERS, SYSTEMS].map((names) =>
    names.find((name) => userAgent.includes(name)),
  );
  const found = [browser, system].flatMap((name) => (name === undefined ? [] : [NAMES[name] ?? name]));
  return found.join(' · ') || (userAgent.split(/[\s/]/u)[0] ?? '') || unknown;
}
