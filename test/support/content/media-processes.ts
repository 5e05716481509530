import { readdir, readFile, readlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { until } from '#test/support/processes.ts';

/** Media processes that are children of `parentPid`. */
export async function mediaProcessesOf(parentPid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const found = await Promise.all(pids.map((pid) => isMediaProcess(pid, parentPid)));
  return pids.filter((_pid, index) => found[index]);
}

async function isMediaProcess(pid: number, parentPid: number): Promise<boolean> {
  const [stat, command] = await Promise.all([textOf(`/proc/${pid}/stat`), textOf(`/proc/${pid}/cmdline`)]);
  // The fields after the name in brackets: state, parent, …
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(parent) === parentPid && state !== 'Z' && command.includes('media-process.ts');
}

/** Waits until one of the processes has a file open whose path contains the given text. @returns its id */
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

/** Open files of a process, by path. */
export async function openFilesOf(pid: number): Promise<string[]> {
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
  return Promise.all(descriptors.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
}

/** Peak memory (RSS) of a process. */
export async function peakMemoryBytes(pid: number): Promise<number> {
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(await textOf(`/proc/${pid}/status`)) ?? [];
  return Number(kibibytes) * 1_024;
}

/** Temporary directories of the files that this process is processing. */
export async function workDirectories(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith(`plaza-media-${process.pid}-`));
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
