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
