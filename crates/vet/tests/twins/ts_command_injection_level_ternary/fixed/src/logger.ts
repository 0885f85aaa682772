export interface Logger {
  info(message: string): void;
}

export const stderrLogger: Logger = {
  info: (message) => process.stderr.write(`${message}\n`),
};
