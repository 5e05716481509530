import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';

const STEPS_MAX = 60;

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
