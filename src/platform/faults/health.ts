/** State of something that the process depends on; `degraded` still serves, with less than it should. */
export type Health = 'ready' | 'degraded' | 'missing';
