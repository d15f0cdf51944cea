import type { AgentFiles, WriteRefusal } from './agent-files.ts';

const REFUSED: WriteRefusal = {
  refused:
    'The text contains an API key of the model. A key must not be written to a file: read it from the environment.',
};

/**
 * Files to which no API key can be written: a service that receives a key can repeat it in an answer. A file that contains
 * the key already can be changed.
 *
 * @param redact masks the keys in a text
 */
export function withoutSecrets(files: AgentFiles, redact: (text: string) => string): AgentFiles {
  return {
    read: (path) => files.read(path),
    list: () => files.list(),
    remove: (path) => files.remove(path),
    findRefusal: (path) => files.findRefusal(path),
    async write(path, content) {
      if (redact(path) !== path) return REFUSED;
      if (redact(content) === content) return files.write(path, content);
      const existing = (await files.read(path)) ?? '';
      return redact(existing) === existing ? REFUSED : files.write(path, content);
    },
  };
}
