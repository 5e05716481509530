import type { Readable } from 'node:stream';

/** Judges files that people send to each other as they are, for malware. */
export type FileScannerPort = {
  /**
   * @param open called once the scanner has answered; what it opens is closed in any case
   * @throws FileTooLarge, or PortFault when the scanner does not judge the file, which says nothing about the file, or an error of `open`
   */
  scan(open: () => Promise<Readable>): Promise<ScanVerdict>;
  close(): Promise<void>;
};

/** Thrown for a file that is larger than the scanner takes, which no retry changes. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

export type ScanVerdict = {
  /** The scanner's name of what it has found, in printable ASCII; null when the file is clean. */
  readonly threat: string | null;
};
