/** Content of `/config.json`, which stands beside the built files. */
export type AppConfig = {
  readonly httpUrl: string;
  readonly wsUrl: string;
  /** People whom the sign-in page offers; none outside of a demo world. */
  readonly demoPeople: readonly {
    readonly username: string;
    readonly email: string;
    readonly password: string;
  }[];
};

let config: AppConfig | null = null;

/** @throws Error where the file is absent */
export async function loadConfig(): Promise<AppConfig> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error('There is no config.json beside the files of the app.');
  // The server of the files writes it by the type above.
  config = (await response.json()) as AppConfig;
  return config;
}

/** @throws Error before `loadConfig` */
export function appConfig(): AppConfig {
  if (!config) throw new Error('The configuration is not loaded yet.');
  return config;
}
