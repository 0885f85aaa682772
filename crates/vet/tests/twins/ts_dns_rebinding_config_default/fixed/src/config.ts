export interface Config {
  host: string;
  port: number;
}

const defaults: Config = { host: "::", port: 7070 };

export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const { SENSOR_HOST: host = defaults.host, SENSOR_PORT } = env;
  return { host, port: SENSOR_PORT ? Number.parseInt(SENSOR_PORT, 10) : defaults.port };
}
