// The reader's choice of light or dark, set before anything is drawn; without one the system decides.
const theme = globalThis.localStorage.getItem('plaza.theme');
if (theme === 'light' || theme === 'dark') globalThis.document.documentElement.dataset.theme = theme;
