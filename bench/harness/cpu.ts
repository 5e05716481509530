import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** CPU time of one process with all its threads, in milliseconds; null without /proc. */
export function processCpuMs(pid: number): number | null {
  const times = readTimes(pid);
  return times && times.ownMs;
}

/** CPU time of a process and of its children, ended ones too, in milliseconds. */
export function familyCpuMs(pid: number): number | null {
  const parent = readTimes(pid);
  if (!parent) return null;
  return childrenOf(pid).reduce(
    (sum, child) => sum + (readTimes(child)?.ownMs ?? 0),
    parent.ownMs + parent.endedMs,
  );
}

/** Proportional set size (PSS) of a process: its private memory and its share of the shared one, in bytes. */
export function processMemoryBytes(pid: number): number | null {
  const pss = /^Pss: +(\d+) kB$/m.exec(readProc(`/proc/${pid}/smaps_rollup`) ?? '')?.[1];
  return pss === undefined ? null : Number(pss) * 1_024;
}

/** Resident memory of a process now and its peak since the last call, in bytes; null without /proc. */
export function residentMemory(
  pid: number,
): { readonly nowBytes: number; readonly peakBytes: number } | null {
  const status = readProc(`/proc/${pid}/status`) ?? '';
  const bytesOf = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1_024;
  if (status === '') return null;
  const measured = { nowBytes: bytesOf('VmRSS'), peakBytes: bytesOf('VmHWM') };
  // Linux begins a new peak when 5 is written here.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return measured;
}

export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => readTimes(candidate)?.parent === pid);
}

/** Command line of a process, its parts ended by NUL; null without /proc or the process. */
export const commandOf = (pid: number): string | null => readProc(`/proc/${pid}/cmdline`);

type Times = { readonly parent: number; readonly ownMs: number; readonly endedMs: number };

function readTimes(pid: number): Times | null {
  const stat = readProc(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The name in the second field may contain spaces; the fields after its bracket do not.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const ticks = (first: number): number => (fields[first] ?? 0) + (fields[first + 1] ?? 0);
  return { parent, ownMs: ticks(11) * TICK_MS, endedMs: ticks(13) * TICK_MS };
}

function readProc(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended, or the system has no /proc.
    return null;
  }
}
