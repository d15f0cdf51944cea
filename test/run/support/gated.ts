/** Contracts with gates, and what a model may answer to them. */
import type { RecordedRequest } from '../../servers/loopback-server.ts';

export const CONTRACT = 'greetings.contract.yaml';

/** Holds by its asserts, and fails the gate `polite`. */
export const PLAIN = 'export const one = 1;\n';
export const POLITE = '// please\nexport const one = 1;\n';

const POLITE_GATE = `  - id: polite
    severity: critical
    criteria: [Say hello politely]
    command: node polite.mjs
`;

/** Exits with 1 unless every file in src says please. */
const POLITE_SCRIPT = `import { readdirSync, readFileSync } from 'node:fs';
for (const file of readdirSync('src')) {
  if (!readFileSync('src/' + file, 'utf8').includes('please')) {
    console.log(file + ' does not say please');
    process.exit(1);
  }
}
`;

export interface ChainOptions {
  readonly gates?: string;
  /** Ids of the chunks, each of which depends on the one before. */
  readonly chunks?: readonly string[];
  readonly more?: Readonly<Record<string, string>>;
}

/** The files of a workspace whose contract has a chain of chunks and gates that concern them all. */
export function chain({ gates = POLITE_GATE, chunks = ['one'], more = {} }: ChainOptions = {}): Record<string, string> {
  const listed = chunks.map(
    (id, index) => `  - id: ${id}
    title: The greeting ${id}
    creates: [${id}]
    allowedFiles: [src/${id}.ts]
${index === 0 ? '' : `    dependsOn: [${chunks[index - 1]}]\n`}`,
  );
  return {
    [CONTRACT]: `version: 1
spec: { id: greetings, title: Greetings }
gates:
${gates}chunks:
${listed.join('')}`,
    'package.json': '{ "name": "greetings", "private": true, "type": "module" }\n',
    'polite.mjs': POLITE_SCRIPT,
    ...more,
  };
}

/** The texts of the user's messages of a request. */
export function userMessages(request: RecordedRequest): string[] {
  const messages = request.body['messages'] as { role: string; content: unknown }[];
  return messages
    .filter((message) => message.role === 'user')
    .map(({ content }) =>
      typeof content === 'string'
        ? content
        : (content as { text?: string }[]).map((part) => part.text ?? '').join('\n'),
    );
}
