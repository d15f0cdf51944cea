import { fileURLToPath } from 'node:url';
import { openFolderEngine } from '../../run/support/folder-engine.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import type { RecordedRequest, ScriptedReply } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import type { FailingProgram } from './failing-programs.ts';

const CONTRACT = 'retries.contract.json';
const COMPILER = fileURLToPath(import.meta.resolve('typescript/lib/tsc.js'));

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2022',
    lib: ['es2022'],
    types: [],
    module: 'nodenext',
    allowImportingTsExtensions: true,
  },
  include: ['src'],
};

/**
 * Lets a scripted model write each program as its first attempt, and returns the prompt of the second attempt for each id.
 * The real compiler and the real test runner judge the programs.
 */
export async function collectRetryPrompts(
  programs: readonly FailingProgram[],
  say: (line: string) => void,
): Promise<ReadonlyMap<string, string>> {
  using workspace = new Workspace(createFiles(programs));
  const prompts = new Map<string, string>();
  await using server = await startOpenAiChatServer((request) => reply(programs, prompts, request));
  await using engine = openFolderEngine(workspace, { server, landing: 'none' });
  for (const { id } of programs) {
    const result = await engine.runs.runChunk({ contract: CONTRACT, chunk: id, maxAttempts: 2 });
    if (!prompts.has(id)) throw new Error(`${id} had no second attempt: ${result.status} ${result.reason ?? ''}`);
  }
  say(`${programs.length} programs failed`);
  return prompts;
}

/** Writes the program, ends the first attempt, and refuses the second one, whose prompt is all that is measured. */
function reply(
  programs: readonly FailingProgram[],
  prompts: Map<string, string>,
  request: RecordedRequest,
): ScriptedReply {
  const prompt = readUserMessage(request);
  const [, id = ''] = /^Chunk: (\S+)/.exec(prompt) ?? [];
  if (prompt.includes('This is attempt 2 of')) {
    prompts.set(id, prompt);
    return { status: 400, body: { error: { message: 'The prompt has been measured.' } } };
  }
  if (request.text.includes('"role":"tool"')) return { text: 'Done.' };
  const files = Object.entries(programs.find((program) => program.id === id)?.files ?? {});
  return { toolCalls: files.map(([path, content]) => ({ name: 'write_file', input: { path, content } })) };
}

function readUserMessage({ body }: RecordedRequest): string {
  const { messages } = body as { messages: readonly { role: string; content: string | { text: string }[] }[] };
  const content = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('\n');
}

function createFiles(programs: readonly FailingProgram[]): Record<string, string> {
  const chunks = programs.map((program) => ({
    id: program.id,
    title: program.id,
    description: 'Write the module.',
    allowedFiles: Object.keys(program.files),
    acceptanceCommands: [toCommand(program)],
  }));
  return {
    [CONTRACT]: JSON.stringify({ spec: { id: 'retries', title: 'Retries' }, chunks }),
    'package.json': '{ "name": "retries", "private": true, "type": "module" }\n',
    'tsconfig.json': JSON.stringify(TSCONFIG),
    'src/shared.ts': 'export const something = 1;\n',
    ...Object.fromEntries(programs.flatMap(({ existing }) => Object.entries(existing))),
  };
}

function toCommand({ command, existing }: FailingProgram): string {
  return command === 'compile' ? `node ${COMPILER} -p tsconfig.json` : `node --test ${Object.keys(existing).join(' ')}`;
}
