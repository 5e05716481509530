import type { Locator } from 'playwright-core';
import { until } from '#test/support/processes.ts';

/** Waits until a field holds a value: an act that the page waits for may fill it later. */
export async function hasValue(field: Locator, value: string): Promise<void> {
  await until(async () => (await field.inputValue()) === value, `${String(field)} holds “${value}”`);
}
