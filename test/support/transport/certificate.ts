import type { KeyObject } from 'node:crypto';
import { sign, X509Certificate } from 'node:crypto';

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * A self-signed certificate for the given host names, valid from yesterday until tomorrow.
 * Encoded here because Node parses certificates but does not create them, and no other program is needed.
 * @param keys an RSA pair
 * @returns PEM
 */
export function selfSignedCertificate(
  keys: { publicKey: KeyObject; privateKey: KeyObject },
  hostNames: readonly [string, ...string[]],
): string {
  const name = sequence(set(sequence(COMMON_NAME, utf8(hostNames[0]))));
  const body = sequence(
    tagged(0xa0, integer(2)),
    integer(1),
    SHA256_WITH_RSA,
    name,
    sequence(utcTime(Date.now() - DAY_MS), utcTime(Date.now() + DAY_MS)),
    name,
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(sequence(SUBJECT_ALTERNATIVE_NAME, octets(sequence(...hostNames.map(dnsName)))))),
  );
  const signature = sign('sha256', body, keys.privateKey);
  return new X509Certificate(sequence(body, SHA256_WITH_RSA, bits(signature))).toString();
}

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content]);
}

function lengthOf(content: Buffer): Buffer {
  if (content.length < 0x80) return Buffer.from([content.length]);
  if (content.length < 0x100) return Buffer.from([0x81, content.length]);
  return Buffer.from([0x82, content.length >> 8, content.length & 0xff]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, ...parts);
const set = (...parts: readonly Buffer[]): Buffer => tagged(0x31, ...parts);
const integer = (value: number): Buffer => tagged(0x02, Buffer.from([value]));
const octets = (content: Buffer): Buffer => tagged(0x04, content);
/** The leading zero byte means that no bit of the last byte is unused. */
const bits = (content: Buffer): Buffer => tagged(0x03, Buffer.from([0]), content);
const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text));
const dnsName = (host: string): Buffer => tagged(0x82, Buffer.from(host, 'ascii'));

function utcTime(timeMs: number): Buffer {
  const digits = new Date(timeMs).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14);
  return tagged(0x17, Buffer.from(`${digits}Z`));
}

const objectId = (...bytes: readonly number[]): Buffer => tagged(0x06, Buffer.from(bytes));
const COMMON_NAME = objectId(0x55, 0x04, 0x03);
const SUBJECT_ALTERNATIVE_NAME = objectId(0x55, 0x1d, 0x11);
const SHA256_WITH_RSA = sequence(
  objectId(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b),
  tagged(0x05),
);
