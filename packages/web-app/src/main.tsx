import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createClient } from './api/client.ts';
import { loadConfig } from './api/config.ts';
import { createAppRouter } from './router.ts';
import { rememberEnd } from './account/ended-session.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/lists.css';
import './styles/frame.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root.');
const client = createClient(await loadConfig(), (reason) => {
  rememberEnd(reason);
  void router.navigate({ to: '/sign-in' });
});
const router = createAppRouter(client);
createRoot(root).render(
  <StrictMode>
    <App client={client} router={router} />
  </StrictMode>,
);
