/** A parsed mail. */
export type ReadMail = {
  /** Header values by lower-case name, unfolded and not decoded. */
  readonly headers: ReadonlyMap<string, string>;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/**
 * Parses a message with two alternatives (RFC 5322, 2045 to 2047).
 * @throws Error when a header is repeated, which no message of ours does
 */
export function readMail(source: string): ReadMail {
  const { headers, body } = split(source);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1] ?? '';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '').replace(/\r\n$/, '')));
  const partOf = (type: string): string => {
    const found = parts.find((part) => part.headers.get('content-type')?.startsWith(type));
    if (!found) throw new Error(`There is no ${type}.`);
    return decodeBody(found.body, found.headers.get('content-transfer-encoding') ?? '7bit');
  };
  return {
    headers,
    subject: decodeWords(headers.get('subject') ?? ''),
    text: partOf('text/plain'),
    html: partOf('text/html'),
  };
}

function split(source: string): { headers: Map<string, string>; body: string } {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
    if (headers.has(name.toLowerCase())) throw new Error(`The header ${name} comes twice.`);
    headers.set(name.toLowerCase(), value);
  }
  return { headers, body: source.slice(end + 4) };
}

function decodeBody(body: string, encoding: string): string {
  const bytes = encoding === 'base64' ? Buffer.from(body, 'base64') : undefined;
  const content = bytes ?? (encoding === 'quoted-printable' ? unquote(body.replaceAll('=\r\n', '')) : body);
  return content.toString().replaceAll('\r\n', '\n');
}

/** White space between two encoded words belongs to neither. */
const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      (kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64')
        : unquote(word.replaceAll('_', ' '))
      ).toString(),
    );

const unquote = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
