/** Gives the focus to the message in which a control is that goes away by its own act. */
export function focusMessageOf(control: Element): void {
  control.closest<HTMLElement>('article')?.focus({ preventScroll: true });
}
