/** An app of static files. */
export type App = {
  /** Folder of the app; its files are built into `dist` there. */
  readonly root: string;
  /** Files and folders that the built ones are made of, from the root. */
  readonly sources: readonly string[];
  /** Script that builds them, from the root. */
  readonly build: string;
};
