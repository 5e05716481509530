import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { resume } from './api/session.ts';
import { queries } from './api/hooks.ts';
import { Panel } from './panel.tsx';
import './styles/tokens.css';
import './styles/panel.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root.');
void resume();
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Panel />
    </QueryClientProvider>
  </StrictMode>,
);
