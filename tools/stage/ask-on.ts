import { createInterface } from 'node:readline';

/** @param interrupt - called on Ctrl-C, which a terminal that is read line by line keeps for itself. */
export function askOn(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  interrupt: () => void,
): (question: string) => Promise<string> {
  return async (question) => {
    const lines = createInterface({ input, output });
    lines.once('SIGINT', interrupt);
    return new Promise<string>((resolve) => {
      lines.once('close', () => {
        resolve('');
      });
      lines.question(question, (line) => {
        resolve(line.trim());
        lines.close();
      });
    });
  };
}
