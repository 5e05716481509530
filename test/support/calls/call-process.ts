import { readdir, readFile } from 'node:fs/promises';

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** The process that carries the calls of a server; null while there is none. */
export async function callProcessOf(serverPid: number): Promise<number | null> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  for (const pid of pids) {
    const [state, parent] = await fieldsOf(pid);
    if (Number(parent) !== serverPid || state === 'Z') continue;
    if ((await textOf(`/proc/${pid}/cmdline`)).includes('call-process.ts')) return pid;
  }
  return null;
}

/** CPU time of a process with all its threads. */
export async function cpuMsOf(pid: number): Promise<number> {
  const fields = await fieldsOf(pid);
  return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * TICK_MS;
}

/** Places in the fields after the name: state, parent, … */
const [USER_TIME, SYSTEM_TIME] = [11, 12];

async function fieldsOf(pid: number): Promise<string[]> {
  const stat = await textOf(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
