import { escapeHtml } from '#platform/kernel/html.ts';
import { readPart } from './page.ts';
import { type FirstUser, shortName } from './start-content.ts';

/** Content of the page; `path` is that of the endpoint. */
export async function callContent(callers: readonly FirstUser[], path: string): Promise<string> {
  const buttons = callers.map((user) => {
    const name = escapeHtml(shortName(user));
    return `<button data-username="${escapeHtml(user.username)}" data-name="${name}">Be ${name}</button>`;
  });
  const slots: Readonly<Record<string, string>> = { path: escapeHtml(path), people: buttons.join('\n') };
  const template = await readPart('call.html');
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_slot, name: string) => slots[name] ?? '');
}
