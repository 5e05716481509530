import { readFile } from 'node:fs/promises';
import { escapeHtml } from '#platform/kernel/html.ts';
import { inlineHashes } from './inline-hashes.ts';

export type Link = { readonly url: string; readonly name: string };

export type PageContent = {
  readonly title: string;
  /** HTML; what comes from elsewhere is escaped in it. */
  readonly content: string;
  /** Link of the wordmark. */
  readonly home: string;
  readonly links: readonly Link[];
  /** Whether the content has scripts, which may ask this origin and show its images. */
  readonly hasScript: boolean;
};

export type RenderedPage = { readonly html: string; readonly policy: string };

/** A page in the product's stylesheet, and the policy by which nothing but its own style and scripts works. */
export async function renderPage({
  title,
  content,
  home,
  links,
  hasScript,
}: PageContent): Promise<RenderedPage> {
  const [template, style] = await Promise.all([readPart('page.html'), readPart('pages.css')]);
  const parts: Readonly<Record<string, string>> = {
    title: escapeHtml(title),
    icon: ICON,
    style,
    wordmark: wordmark(home),
    links: links.map(linkTo).join('\n'),
    content,
  };
  const html = template.replaceAll(/\{\{(\w+)\}\}/g, (_slot, name: string) => parts[name] ?? '');
  const policy = [
    "default-src 'none'",
    ...(hasScript ? [`script-src ${inlineHashes('script', html)}`, "connect-src 'self'"] : []),
    `img-src ${hasScript ? "'self' " : ''}data:`,
    `style-src ${inlineHashes('style', html)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return { html, policy: policy.join('; ') };
}

/** A file of this folder, as text. */
export const readPart = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8');

export const linkTo = ({ url, name }: Link): string => `<a href="${escapeHtml(url)}">${escapeHtml(name)}</a>`;

/** A square seen from above, with its fountain. */
export const wordmark = (home: string): string =>
  `<a class="wordmark" href="${escapeHtml(home)}"><svg viewBox="0 0 32 32" aria-hidden="true"><rect x="2" y="2" width="28" height="28" rx="8"/><circle cx="16" cy="16" r="7.5"/><circle cx="16" cy="16" r="1"/></svg>plaza</a>`;

/** The same mark in colours of its own, since an icon has no page around it. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="2" y="2" width="28" height="28" rx="8" fill="#a8432b"/><g fill="none" stroke="#fff" stroke-width="3"><circle cx="16" cy="16" r="7.5"/><circle cx="16" cy="16" r="1"/></g></svg>',
)}`;
