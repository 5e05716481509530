export const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

/** Read by `public/theme.js` too, before anything is drawn. */
const KEY = 'plaza.theme';

export const themeOf = (): Theme => THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system';

export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') {
    localStorage.removeItem(KEY);
    delete dataset['theme'];
  } else {
    localStorage.setItem(KEY, theme);
    dataset['theme'] = theme;
  }
}
