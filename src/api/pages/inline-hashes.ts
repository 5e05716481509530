import { createHash } from 'node:crypto';

/** The sources of a content security policy that allow exactly the inline elements of a page. */
export function inlineHashes(element: 'script' | 'style', html: string): string {
  const contents = html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'));
  return [...contents]
    .map(([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`)
    .join(' ');
}
