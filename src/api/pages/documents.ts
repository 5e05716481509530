import { glob, readFile } from 'node:fs/promises';
import { Marked } from 'marked';
import { escapeHtml } from '#platform/kernel/html.ts';
import { linkTo } from './page.ts';

const ROOT = new URL('../../../', import.meta.url);
/** Documents of the source that are written for people. */
const WRITTEN = [
  '*.md',
  '.env.example',
  'docs/**/*.md',
  'schema/*',
  '{client,bench,packages/*}/README.md',
  'bench/notes/*.md',
];

export type Document = { readonly title: string; readonly html: string };

/** A document of the source as HTML; of a folder its README, else its list. Null for any other path. */
export async function readDocument(path: string): Promise<Document | null> {
  const isFolder = path === '' || path.endsWith('/');
  const name = isFolder ? `${path}README.md` : path;
  const written = await Array.fromAsync(glob(WRITTEN, { cwd: ROOT }));
  // A name of the list is no way out of the source.
  if (!written.includes(name)) return isFolder ? listOf(path, written) : null;
  const text = await readFile(new URL(name, ROOT), 'utf8');
  if (!name.endsWith('.md')) return page(name, `<pre><code>${escapeHtml(text)}</code></pre>`);
  const [, title = name] = /^# (.+)$/m.exec(text) ?? [];
  return { title, html: await markdown.parse(text) };
}

function listOf(folder: string, written: readonly string[]): Document | null {
  const names = written.filter((file) => file.startsWith(folder)).map((file) => file.slice(folder.length));
  if (names.length === 0) return null;
  const items = names.toSorted().map((name) => `<li>${linkTo({ url: name, name })}</li>`);
  return page(folder, `<ul>${items.join('')}</ul>`);
}

const page = (title: string, content: string): Document => ({
  title,
  html: `<h1>${escapeHtml(title)}</h1>${content}`,
});

const markdown = new Marked({
  renderer: {
    // No document has markup of its own that a page would run.
    html: ({ text }) => escapeHtml(text),
    table(token) {
      const header = this.tablerow({ text: token.header.map((cell) => this.tablecell(cell)).join('') });
      const rows = token.rows.map((row) =>
        this.tablerow({ text: row.map((cell) => this.tablecell(cell)).join('') }),
      );
      return `<div class="scroll"><table><thead>${header}</thead><tbody>${rows.join('')}</tbody></table></div>`;
    },
  },
});
