import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { until } from '#test/support/processes.ts';

const STEPS_MAX = 60;
const STOPS_MAX = 200;

type Way = {
  /** Whether it stands before what has the focus. */
  readonly back?: boolean;
};

/** Goes to a control as somebody without a mouse does. */
export async function tabTo(control: Locator, { back = false }: Way = {}): Promise<void> {
  for (let step = 0; step < STEPS_MAX; step += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await control.page().keyboard.press(back ? 'Shift+Tab' : 'Tab');
  }
  assert.fail('the keyboard does not reach it');
}

/** Presses a control that the keyboard comes to. */
export async function pressAt(control: Locator, way: Way = {}): Promise<void> {
  await tabTo(control, way);
  await control.page().keyboard.press('Enter');
}

/** Takes an item of a menu that opens, which has the focus a moment after it is seen. */
export async function takeItem(item: Locator): Promise<void> {
  const { keyboard } = item.page();
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const place = await item.evaluate(async (element) => {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (element === document.activeElement) return 'ITEM';
      return document.activeElement?.closest('[role=menu]') ? 'MENU' : 'OUTSIDE';
    });
    if (place === 'ITEM') return keyboard.press('Enter');
    if (place === 'MENU') await keyboard.press('ArrowDown');
  }
  assert.fail('the keyboard does not reach the item');
}

/** Opens the menu of a button that the keyboard comes to, and takes an item of it. */
export async function takeFrom(button: Locator, name: string, way: Way = {}): Promise<void> {
  await pressAt(button, way);
  await takeItem(button.page().getByRole('menuitem', { name, exact: true }));
}

/** Waits until a control has the focus, and asserts that this is to be seen. */
export async function hasFocus(control: Locator): Promise<void> {
  const isThere = (): Promise<boolean> => control.evaluate((element) => element === document.activeElement);
  await until(isThere, `${String(control)} has the focus`);
  assert.ok(await control.evaluate(isMarked), `${String(control)} looks as any other`);
}

/** Runs in the page: whether an element, or one around it, is outlined. */
function isMarked(element: Element): boolean {
  for (let each: Element | null = element; each; each = each.parentElement) {
    const { outlineStyle, outlineWidth, opacity } = getComputedStyle(each);
    if (opacity === '1' && outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) return true;
  }
  return false;
}

/** Goes through all that the keyboard comes to on a page, and names what has the focus without showing it. */
export async function unseenStops(page: Page): Promise<string[]> {
  const unseen = new Set<string>();
  const seen = new Set<string>();
  for (let step = 0; step < STOPS_MAX; step += 1) {
    await page.keyboard.press('Tab');
    const focus = page.locator(':focus');
    if ((await focus.count()) === 0) continue;
    const place = await focus.evaluate((element) => {
      element.setAttribute('data-stop', element.getAttribute('data-stop') ?? crypto.randomUUID());
      return { key: element.getAttribute('data-stop') ?? '', html: element.outerHTML.slice(0, 120) };
    });
    if (seen.has(place.key)) break;
    seen.add(place.key);
    if (!(await focus.evaluate(isMarked))) unseen.add(place.html);
  }
  return [...unseen];
}
