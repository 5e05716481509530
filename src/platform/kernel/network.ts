import { isIPv6 } from 'node:net';

/**
 * Key by which anonymous callers are counted. An internet connection gets a /64 network of IPv6 addresses,
 * which counts as one caller; otherwise each address would have a budget of its own.
 */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const groups = expandedGroups(ip);
  if (groups.slice(0, 6).join(':') === MAPPED_IPV4) return dotted(groups[6] ?? 0, groups[7] ?? 0);
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The first six groups of `::ffff:1.2.3.4`, an IPv4-mapped IPv6 address. */
const MAPPED_IPV4 = '0:0:0:0:0:65535';
const GROUPS = 8;

function expandedGroups(ip: string): number[] {
  const [address = ''] = ip.split('%', 1); // Drops the zone id (network interface).
  // A URL normalizes every notation to hexadecimal groups, with at most one gap.
  const [before = '', after = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [left, right] = [groupsOf(before), groupsOf(after)];
  return [...left, ...Array.from({ length: GROUPS - left.length - right.length }, () => 0), ...right];
}

const groupsOf = (text: string): number[] =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));

const dotted = (high: number, low: number): string =>
  [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
