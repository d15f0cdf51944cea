/** Contracts with gates, and scripted replies of a model. */
import { textReply, writeFileReply } from '../../cli/support/health-check.ts';
import type { RecordedRequest, Script, ScriptedReply } from '../../servers/loopback-server.ts';

export const CONTRACT = 'greetings.contract.yaml';

/** Satisfies the asserts but fails the gate `polite`. */
export const PLAIN = plainModule('one');
/** Satisfies the asserts and the gate `polite`. */
export const POLITE = politeModule('one');

/** A module that exports a name. */
export function plainModule(id: string): string {
  return `export const ${id} = 1;\n`;
}

/** A module that exports a name and contains the word that the gate `polite` requires. */
export function politeModule(id: string): string {
  return `// please\n${plainModule(id)}`;
}

/** The replies of an attempt that writes one file in src. */
export function attemptReplies(text: string, id = 'one'): readonly ScriptedReply[] {
  return [writeFileReply(text, `src/${id}.ts`), textReply('Done.')];
}

export const POLITE_GATE = `  - id: polite
    severity: critical
    criteria: [Say hello politely]
    command: node polite.mjs
`;

/** Exits with 1 unless every file in src contains "please". */
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
  /** The ids of the chunks. Each chunk depends on the previous one. */
  readonly chunks?: readonly string[];
  /** YAML of further keys of every chunk, indented by four. */
  readonly chunkKeys?: string;
  readonly extraFiles?: Readonly<Record<string, string>>;
}

/** Files of a workspace. Its contract has a chain of dependent chunks, and gates that apply to all of them. */
export function createChainFiles(options: ChainOptions = {}): Record<string, string> {
  const { gates = POLITE_GATE, chunks = ['one'], chunkKeys = '', extraFiles = {} } = options;
  const chunkTexts = chunks.map(
    (id, index) => `  - id: ${id}
    title: The greeting ${id}
    creates: [${id}]
    allowedFiles: [src/${id}.ts]
${index === 0 ? '' : `    dependsOn: [${chunks[index - 1]}]\n`}${chunkKeys}`,
  );
  return {
    [CONTRACT]: `version: 1
spec: { id: greetings, title: Greetings }
${gates === '' ? '' : `gates:\n${gates}`}chunks:
${chunkTexts.join('')}`,
    'package.json': '{ "name": "greetings", "private": true, "type": "module" }\n',
    'polite.mjs': POLITE_SCRIPT,
    '.gitignore': 'node_modules/\n',
    ...extraFiles,
  };
}

/** Whether a request is for a verdict rather than for an attempt. */
export function isVerdictRequest(request: RecordedRequest): boolean {
  return request.text.includes('You judge a code change');
}

/** A model with separate sequences of replies to attempts and to verdict requests. The last verdict is repeated. */
export function createReplyScript(replies: readonly ScriptedReply[], verdicts: readonly string[]): Script {
  let replyCount = 0;
  let verdictCount = 0;
  return (request) => {
    if (isVerdictRequest(request)) return textReply(verdicts[Math.min(verdictCount++, verdicts.length - 1)] ?? '');
    return replies[replyCount++] ?? { status: 500, body: { error: { message: 'no further reply is scripted' } } };
  };
}

/** A judge's answer. */
export function verdictJson(verdict: 'PASS' | 'FAIL', rationale = 'It is polite.'): string {
  const evidence = [{ file: 'src/one.ts', line: 1, text: 'export const one' }];
  return JSON.stringify({ verdict: verdict.toLowerCase(), confidence: 0.8, rationale, evidence });
}

/** The texts of the messages with the role `user` in a request. */
export function readUserMessages(request: RecordedRequest | undefined): string[] {
  const messages = (request?.body['messages'] ?? []) as { role: string; content: unknown }[];
  return messages
    .filter((message) => message.role === 'user')
    .map(({ content }) =>
      typeof content === 'string'
        ? content
        : (content as { text?: string }[]).map((part) => part.text ?? '').join('\n'),
    );
}
