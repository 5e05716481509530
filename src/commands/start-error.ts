/** The process cannot start or run; the message names cause and remedy, for people. */
export class StartError extends Error {
  override readonly name = 'StartProblem';
}

/** Message of a command's failure for its user, without a stack. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const system = systemErrorOf(error);
  if (system.syscall === 'listen') return listenProblem(system);
  const help = DATABASE_PROBLEMS[system.code];
  return help === undefined ? error.message : `The database of DATABASE_URL ${help} (${system.message}).`;
}

type SystemError = { code: string; syscall: string; address: string; port: number; message: string };

/** The deepest cause is the most specific; of failures to connect to several addresses the last one is used. */
function systemErrorOf(error: Error): SystemError {
  const last: unknown = error instanceof AggregateError ? error.errors.at(-1) : null;
  if (last instanceof Error) return systemErrorOf(last);
  if (error.cause instanceof Error) return systemErrorOf(error.cause);
  // System errors have these besides their message, and others lack them.
  const { code = '', syscall = '', address = '', port = 0 }: Partial<SystemError> = error;
  return { code, syscall, address, port, message: error.message };
}

function listenProblem({ code, address, port, message }: SystemError): string {
  const place = `${address}:${port}`;
  if (code === 'EADDRINUSE')
    return `Something else listens on ${place} already: stop it, or set PORT, ADMIN_PORT, OPS_PORT, PANEL_PORT or WEB_APP_PORT to a free port.`;
  if (code === 'EACCES')
    return `This user may not listen on ${place}: set PORT, ADMIN_PORT, OPS_PORT, PANEL_PORT or WEB_APP_PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `This machine has no address ${address}: set HOST, ADMIN_HOST or OPS_HOST to one of its own.`;
  return message;
}

/** Keyed by the error code of a socket or the SQLSTATE of the server. */
const DATABASE_PROBLEMS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'cannot be reached: nothing listens there',
  ECONNRESET: 'cannot be reached: it ended the connection',
  ETIMEDOUT: 'cannot be reached: it does not answer',
  EHOSTUNREACH: 'cannot be reached: there is no way to its host',
  ENETUNREACH: 'cannot be reached: there is no way to its network',
  ENOTFOUND: 'cannot be reached: its host has no address',
  EAI_AGAIN: 'cannot be reached: the address of its host could not be looked up',
  '28000': 'refuses the user',
  '28P01': 'refuses the user or the password',
  '3D000': 'does not exist',
  '42501': 'does not let its user do what is needed',
  '53300': 'has no connection left',
  '57P03': 'is starting or stopping',
};
