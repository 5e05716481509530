/** For the `ref` of the control with which a dialog begins: React would focus it before the dialog is open. */
export function beginsDialog(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '');
}
