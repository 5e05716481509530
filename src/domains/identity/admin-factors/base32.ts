const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS = 5;
const BYTE_BITS = 8;

/** Base32 of RFC 4648 without padding. */
export function base32Of(bytes: Uint8Array): string {
  let [text, value, bits] = ['', 0, 0];
  for (const byte of bytes) {
    value = ((value << BYTE_BITS) | byte) & 0xf_ff;
    bits += BYTE_BITS;
    for (; bits >= BITS; bits -= BITS) text += ALPHABET.charAt((value >> (bits - BITS)) & 0x1f);
  }
  return bits === 0 ? text : text + ALPHABET.charAt((value << (BITS - bits)) & 0x1f);
}

/** The bytes of a text that `base32Of` made. */
export function bytesOfBase32(text: string): Buffer {
  const bytes: number[] = [];
  let [value, bits] = [0, 0];
  for (const character of text) {
    value = ((value << BITS) | ALPHABET.indexOf(character)) & 0xf_ff;
    bits += BITS;
    if (bits >= BYTE_BITS) bytes.push((value >> (bits -= BYTE_BITS)) & 0xff);
  }
  return Buffer.from(bytes);
}
