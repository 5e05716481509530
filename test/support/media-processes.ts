import { readdir, readFile, readlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { until } from './processes.ts';

/** The processes in which `parentPid` has files decoded. */
export async function mediaProcessesOf(parentPid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const found = await Promise.all(pids.map((pid) => isMediaProcess(pid, parentPid)));
  return pids.filter((_pid, index) => found[index]);
}

async function isMediaProcess(pid: number, parentPid: number): Promise<boolean> {
  const [stat, command] = await Promise.all([textOf(`/proc/${pid}/stat`), textOf(`/proc/${pid}/cmdline`)]);
  // The fields after the name, which alone is in brackets: state, parent, …
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(parent) === parentPid && state !== 'Z' && command.includes('media-process.ts');
}

/** Waits until one of the processes reads a file whose path holds the given text. @returns its id */
export async function readerOf(parentPid: number, pathPart: string): Promise<number> {
  let reader = 0;
  await until(async () => {
    for (const pid of await mediaProcessesOf(parentPid)) {
      // A decoder may map a file into its memory and close it.
      const mapped = await textOf(`/proc/${pid}/maps`);
      if (mapped.includes(pathPart) || (await openFilesOf(pid)).join().includes(pathPart)) reader = pid;
    }
    return reader > 0;
  }, `a process reads ${pathPart}`);
  return reader;
}

/** What a process has open, by paths. */
export async function openFilesOf(pid: number): Promise<string[]> {
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
  return Promise.all(descriptors.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
}

/** The most memory that a process has held so far. */
export async function peakMemoryBytes(pid: number): Promise<number> {
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(await textOf(`/proc/${pid}/status`)) ?? [];
  return Number(kibibytes) * 1_024;
}

/** The directories in which this process has files processed at this moment. */
export async function workDirectories(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith(`plaza-media-${process.pid}-`));
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
