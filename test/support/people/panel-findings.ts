import type { Page } from 'playwright-core';

/** Roles that a reader of a screen hears by their name. */
const NAMELESS =
  /^\s*- (alertdialog|button|checkbox|combobox|dialog|form|img|link|menuitem|radio|searchbox|spinbutton|switch|tab|table|textbox)( \[[^\]]*\])*:?$/;

/**
 * Finds what of a page is not accessible: controls without a name, another number of titles or main parts than one, ids that stand
 * twice, and texts with less contrast than 4.5 to 1.
 */
export async function findingsOf(page: Page): Promise<string[]> {
  const snapshot = await page.locator('body').ariaSnapshot();
  const nameless = snapshot.split('\n').filter((line) => NAMELESS.test(line));
  const others = await page.evaluate(() => {
    const found: string[] = [];
    for (const selector of ['h1', 'main']) {
      const count = document.querySelectorAll(selector).length;
      if (count !== 1) found.push(`${count} of ${selector}`);
    }
    if (document.documentElement.lang === '') found.push('the page has no language');
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    found.push(...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `id twice: ${id}`));

    type Colour = readonly [red: number, green: number, blue: number, alpha: number];
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const known = new Map<string, Colour>();
    const read = (text: string): Colour => {
      const colour = known.get(text) ?? draw(text);
      known.set(text, colour);
      return colour;
    };
    const draw = (text: string): Colour => {
      if (!canvas) return [0, 0, 0, 1];
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha / 255];
    };
    const brightness = ([red, green, blue]: Colour): number => {
      const part = (value: number): number =>
        value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
      return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
    };
    const behind = (element: Element | null): Colour => {
      if (!element) return [255, 255, 255, 1];
      const colour = read(getComputedStyle(element).backgroundColor);
      return colour[3] === 1 ? colour : behind(element.parentElement);
    };
    for (const element of document.querySelectorAll('body *')) {
      const hasText = [...element.childNodes].some(
        ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
      );
      const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      // A control that is switched off need not be readable.
      if (
        !hasText ||
        !isShown ||
        element.matches(':disabled, [aria-disabled=true] *, [aria-disabled=true], noscript, option')
      )
        continue;
      const pair = [brightness(read(getComputedStyle(element).color)), brightness(behind(element))];
      const contrast = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
      if (contrast < 4.5) found.push(`${contrast.toFixed(2)} to 1: ${element.textContent.slice(0, 40)}`);
    }
    return found;
  });
  return [...nameless, ...others];
}
