import { createSocialClient, type SessionClient } from '@plaza/client';
import { chosenLanguage } from '../texts/languages.ts';
import type { AppConfig } from './config.ts';

/** Where the app goes once a session has ended, by whatever end. */
export type SignedOut = Parameters<
  NonNullable<NonNullable<Parameters<typeof createSocialClient>[0]>['onSignedOut']>
>[0];

export const createClient = (
  { httpUrl, wsUrl }: AppConfig,
  onSignedOut: (reason: SignedOut) => void,
): SessionClient =>
  createSocialClient({ httpUrl, wsUrl, storage: localStorage, language: chosenLanguage, onSignedOut });
