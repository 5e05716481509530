import type { SessionClient } from '@plaza/client';
import { SocialProvider } from '@plaza/client/react';
import { RouterProvider } from '@tanstack/react-router';
import type { AppRouter } from './router.ts';
import { SpeechProvider } from './texts/texts.tsx';

export function App({ client, router }: { readonly client: SessionClient; readonly router: AppRouter }) {
  return (
    <SpeechProvider>
      <SocialProvider client={client}>
        <RouterProvider router={router} />
      </SocialProvider>
    </SpeechProvider>
  );
}
