import type { SandboxStore } from './store.ts';

/** A parameter of a form: `metadata[reference]=x` is an object, `expand[0]=x` one with the key 0. */
export type Params = { readonly [name: string]: string | Params };

export type SandboxRequest = {
  /** The id in the path; empty where there is none. */
  readonly id: string;
  readonly params: Params;
  readonly store: SandboxStore;
};

export function paramsOf(form: string): Params {
  const params: Record<string, string | Params> = {};
  for (const [name, value] of new URLSearchParams(form))
    setParam(params, name.split(/[[\]]+/).filter(Boolean), value);
  return params;
}

function setParam(into: Record<string, string | Params>, [name, ...rest]: string[], value: string): void {
  if (name === undefined) return;
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const known = into[name];
  const inner: Record<string, string | Params> = typeof known === 'object' ? { ...known } : {};
  setParam(inner, rest, value);
  into[name] = inner;
}

/** Null when it is not given. */
export function textParam(params: Params, name: string): string | null {
  const value = params[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Texts of a list or of an object. */
export function textsParam(params: Params, name: string): Record<string, string> {
  const value = params[name];
  if (typeof value !== 'object') return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])),
  );
}
