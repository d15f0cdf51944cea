/** Contracts with gates, and what a model may answer to them. */
import { says, writes } from '../../cli/support/health-check.ts';
import type { RecordedRequest, Script, ScriptedReply } from '../../servers/loopback-server.ts';

export const CONTRACT = 'greetings.contract.yaml';

/** Holds by its asserts, and fails the gate `polite`. */
export const PLAIN = exporting('one');
export const POLITE = politely('one');

/** A module that exports a name. */
export function exporting(id: string): string {
  return `export const ${id} = 1;\n`;
}

/** The same, with what the gate `polite` asks for. */
export function politely(id: string): string {
  return `// please\n${exporting(id)}`;
}

/** An attempt that writes one file of src and is done. */
export function attempt(text: string, id = 'one'): readonly ScriptedReply[] {
  return [writes(text, `src/${id}.ts`), says('Done.')];
}

export const POLITE_GATE = `  - id: polite
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
  /** More keys of every chunk, indented by four. */
  readonly ofChunks?: string;
  readonly more?: Readonly<Record<string, string>>;
}

/** The files of a workspace whose contract has a chain of chunks and gates that concern them all. */
export function chain(options: ChainOptions = {}): Record<string, string> {
  const { gates = POLITE_GATE, chunks = ['one'], ofChunks = '', more = {} } = options;
  const listed = chunks.map(
    (id, index) => `  - id: ${id}
    title: The greeting ${id}
    creates: [${id}]
    allowedFiles: [src/${id}.ts]
${index === 0 ? '' : `    dependsOn: [${chunks[index - 1]}]\n`}${ofChunks}`,
  );
  return {
    [CONTRACT]: `version: 1
spec: { id: greetings, title: Greetings }
${gates === '' ? '' : `gates:\n${gates}`}chunks:
${listed.join('')}`,
    'package.json': '{ "name": "greetings", "private": true, "type": "module" }\n',
    'polite.mjs': POLITE_SCRIPT,
    '.gitignore': 'node_modules/\n',
    ...more,
  };
}

/** Whether a request asks for a verdict, and not for an attempt. */
export function asksForVerdict(request: RecordedRequest): boolean {
  return request.text.includes('You judge a change of code');
}

/** A model that answers attempts in order, and verdicts in an order of their own; the last verdict is repeated. */
export function worksAndJudges(work: readonly ScriptedReply[], verdicts: readonly string[]): Script {
  let worked = 0;
  let judged = 0;
  return (request) => {
    if (asksForVerdict(request)) return says(verdicts[Math.min(judged++, verdicts.length - 1)] ?? '');
    return work[worked++] ?? { status: 500, body: { error: { message: 'no more work is scripted' } } };
  };
}

export function verdict(word: 'PASS' | 'FAIL', rationale = 'It says so.'): string {
  const evidence = [{ file: 'src/one.ts', line: 1, text: 'export const one' }];
  return JSON.stringify({ verdict: word, confidence: 0.8, rationale, evidence });
}

/** The texts of the user's messages of a request. */
export function userMessages(request: RecordedRequest | undefined): string[] {
  const messages = (request?.body['messages'] ?? []) as { role: string; content: unknown }[];
  return messages
    .filter((message) => message.role === 'user')
    .map(({ content }) =>
      typeof content === 'string'
        ? content
        : (content as { text?: string }[]).map((part) => part.text ?? '').join('\n'),
    );
}
