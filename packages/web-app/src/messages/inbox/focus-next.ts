/** Gives the focus to the conversation beside the one that leaves the list, or to the name of the inbox. */
export function focusNext(leaving: Element | null): void {
  const row = leaving?.closest('li');
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  const link =
    beside?.querySelector('a') ?? document.querySelector<HTMLElement>('.inbox-tab[aria-current="page"]');
  link?.focus();
}
