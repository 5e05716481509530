import type { ApolloClient, OperationVariables, TypedDocumentNode } from '@apollo/client';
import type { SignedOutReason, TokenOptions } from './access-token.ts';
import { apiErrorsOf } from './errors.ts';
import {
  ConfirmRegistrationDocument,
  type ConfirmRegistrationInput,
  type ConfirmRegistrationMutation,
  LoginDocument,
  type LoginInput,
  type LoginMutation,
  LogoutDocument,
  RefreshSessionDocument,
  type RefreshSessionMutation,
  RegisterDocument,
  type RegisterInput,
  type RegisterMutation,
} from './generated/graphql.ts';
import type { SessionStorage } from './session-storage.ts';

/** The signed-in user of a client that keeps the tokens itself. */
export type Session = {
  /** Null without a signed-in user, undefined until the storage has answered. */
  userId(): string | null | undefined;
  /** Calls the listener when `userId` changes. @returns what ends that */
  onChange(listener: () => void): () => void;
  signIn(input: LoginInput): Promise<NonNullable<LoginMutation['login']>>;
  /** Without an access token in the result, the code from the mail is still to be given to `confirmRegistration`. */
  register(input: RegisterInput): Promise<NonNullable<RegisterMutation['register']>>;
  confirmRegistration(
    input: ConfirmRegistrationInput,
  ): Promise<NonNullable<ConfirmRegistrationMutation['confirmRegistration']>>;
  /** Stores the new tokens of the same session that a mutation such as `changePassword` gives. */
  keep(tokens: { readonly accessToken: string; readonly refreshToken: string }): Promise<void>;
  /** Ends the session on the server, when that can be reached, and here; `everywhere` ends all sessions of the user. */
  signOut(options?: { readonly everywhere?: boolean }): Promise<void>;
};

export type KeptSession = Session &
  Required<TokenOptions> & {
    /** Why the last exchange of tokens has given none. */
    endReason(): SignedOutReason;
    forget(): Promise<void>;
  };

export type SessionParts = {
  readonly storage: SessionStorage;
  readonly apollo: () => ApolloClient;
  readonly onSignedIn: () => Promise<void>;
  readonly onEnded: (reason: SignedOutReason, token: string) => Promise<void>;
};

export function createSession({ storage, apollo, onSignedIn, onEnded }: SessionParts): KeptSession {
  let endReason: SignedOutReason = 'EXPIRED';
  const state = createStoredState(storage);
  // Neither the tokens nor the former user's answers belong into the cache.
  const send = async <Data, Variables extends OperationVariables>(
    mutation: TypedDocumentNode<Data, Variables>,
    variables: NoInfer<Variables>,
  ): Promise<Data> => {
    const context = { isAnonymous: true };
    // `mutate` asks for variables by a condition that the compiler cannot resolve for a type parameter.
    const options = {
      mutation,
      variables,
      fetchPolicy: 'no-cache',
      context,
    } as ApolloClient.MutateOptions<Data>;
    const { data } = await apollo().mutate(options);
    if (!data) throw new Error('The server answered without data.');
    return data;
  };
  const withDevice = async <Input extends { deviceToken?: string | null | undefined }>(input: Input) => {
    return { ...input, deviceToken: input.deviceToken ?? (await storage.getItem(DEVICE_KEY)) };
  };
  const signedIn = async <Payload extends SignedInPayload>(payload: Payload | null): Promise<Payload> => {
    // An error of the whole field has been thrown before.
    if (!payload) throw new Error('The server answered without a payload.');
    const { accessToken, refreshToken, deviceToken, user } = payload;
    if (deviceToken) await storage.setItem(DEVICE_KEY, deviceToken);
    if (accessToken && refreshToken && user) {
      await state.write({ accessToken, refreshToken, userId: user.id });
      await onSignedIn();
    }
    return payload;
  };

  return {
    userId: state.userId,
    onChange: state.onChange,
    signIn: async (input) =>
      signedIn((await send(LoginDocument, { input: await withDevice(input) })).login ?? null),
    register: async (input) =>
      signedIn((await send(RegisterDocument, { input: await withDevice(input) })).register ?? null),
    confirmRegistration: async (input) =>
      signedIn((await send(ConfirmRegistrationDocument, { input })).confirmRegistration ?? null),
    async keep({ accessToken, refreshToken }) {
      const kept = await state.read();
      if (kept) await state.write({ ...kept, accessToken, refreshToken });
    },
    async signOut({ everywhere = false } = {}) {
      const kept = await state.read();
      if (!kept) return;
      const logout = { mutation: LogoutDocument, variables: { input: { everywhere } } };
      await apollo()
        .mutate({ ...logout, fetchPolicy: 'no-cache' })
        .catch(() => undefined);
      await onEnded('SIGNED_OUT', kept.accessToken);
    },
    forget: state.forget,
    getToken: async () => (await state.read())?.accessToken ?? null,
    endReason: () => endReason,
    async refreshToken() {
      const used = await state.read();
      if (!used) return null;
      const sent = send(RefreshSessionDocument, { input: { refreshToken: used.refreshToken } });
      const fresh = freshTokens(await sent.catch((error: unknown) => void (endReason = reasonIfOver(error))));
      const now = await state.read();
      // The user signed out or in again, or another tab has exchanged the token.
      if (now?.refreshToken !== used.refreshToken) return now?.accessToken ?? null;
      if (fresh) await state.write({ ...used, ...fresh });
      return fresh && fresh.accessToken;
    },
  };
}

const SESSION_KEY = 'plaza.session';
/** Survives signing out: the device stays known. */
const DEVICE_KEY = 'plaza.device';

type Kept = { readonly accessToken: string; readonly refreshToken: string; readonly userId: string };
type SignedInPayload = {
  readonly accessToken?: string | null;
  readonly refreshToken?: string | null;
  readonly deviceToken?: string | null;
  readonly user?: { readonly id: string } | null;
};

/** The stored session is read for each request, so that all tabs of a browser share one. */
function createStoredState(storage: SessionStorage) {
  let userId: string | null | undefined;
  const listeners = new Set<() => void>();
  const show = (id: string | null): void => {
    if (id === userId) return;
    userId = id;
    for (const listener of listeners) listener();
  };
  const read = async (): Promise<Kept | null> => {
    const text = await storage.getItem(SESSION_KEY);
    // Written below, by this release or another one.
    const kept = text === null ? null : (JSON.parse(text) as Kept);
    show(kept?.userId ?? null);
    return kept;
  };
  // A storage that cannot be read is an error of the first request, which asks it again.
  read().catch(() => show(null));
  return {
    read,
    userId: () => userId,
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async write(kept: Kept) {
      await storage.setItem(SESSION_KEY, JSON.stringify(kept));
      show(kept.userId);
    },
    async forget() {
      await storage.removeItem(SESSION_KEY);
      show(null);
    },
  };
}

/** Codes by which the server says that a session cannot be continued; any other failure may pass. */
const OVER = ['UNAUTHENTICATED', 'RESTRICTED'];

/** Null when the session is over. @throws Error when the exchange may succeed later */
function freshTokens(
  data: RefreshSessionMutation | void,
): { accessToken: string; refreshToken: string } | null {
  const { accessToken, refreshToken, errors } = data?.refreshSession ?? {};
  if (accessToken && refreshToken) return { accessToken, refreshToken };
  const [error] = errors ?? [];
  if (error && !OVER.includes(error.code)) throw new Error(error.message);
  return null;
}

/** Why the session cannot be continued. @throws what it is given when the exchange may succeed later */
function reasonIfOver(error: unknown): SignedOutReason {
  const over = apiErrorsOf(error).find(({ code }) => OVER.includes(code));
  if (!over) throw error;
  return over.reason === 'REVOKED' || over.reason === 'INVALID' ? over.reason : 'EXPIRED';
}
