import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { findLoadedCode } from '../scripts/loaded-code.ts';
import { distFolder } from '../scripts/project.ts';
import { Workspace } from './support/workspace.ts';

const metaSchema = z.array(
  z.object({ outputs: z.record(z.string(), z.object({ inputs: z.record(z.string(), z.unknown()) })) }),
);

/** Code that few commands need, by a part of its path. */
const REGULAR_EXPRESSIONS = 're2js/';
const TYPESCRIPT = '@ts-morph/common/dist/typescript.js';
const TYPESCRIPT_LIBRARIES = '@ts-morph/common/dist/ts-morph-common.js';
const DATABASE = 'kysely/';
const DOMAIN_SERVICES = 'vscode-jsonrpc/';
const SEARCH = 'tinyglobby/';
const MODEL_LIBRARIES = 'node_modules/ai/';
const ZOD_TRANSLATIONS = 'zod/v4/locales/de.js';
const IMPACT = 'src/code/impact/tokens/';
const PROTECTION = 'src/verdicts/protection/tests/';
const PLAN_RULES = 'src/verdicts/plan/rules/';
const RUN = 'src/run/attempt/';
const PROOF = 'src/run/validation/judge-proof.ts';
const REVIEW = 'src/verdicts/review/pass-instructions.ts';
const LANDING = 'src/workspace/landing/prepared-landing.ts';
const WORKTREE = 'src/workspace/worktree/open-worktree.ts';
const TYPE_QUERIES = 'src/verdicts/checks/evidence/type-query.ts';
const CHECK_REQUIREMENTS = 'src/verdicts/checks/check-requirements.ts';

const ALWAYS = [TYPESCRIPT_LIBRARIES, ZOD_TRANSLATIONS, MODEL_LIBRARIES, DOMAIN_SERVICES, SEARCH, RUN, REVIEW, PROOF];
const CHANGE = [...ALWAYS, REGULAR_EXPRESSIONS, DATABASE, PLAN_RULES, LANDING, TYPE_QUERIES];
const FILES = [...CHANGE, TYPESCRIPT, PROTECTION, IMPACT, WORKTREE];

const CONTRACT = `spec: { id: one, title: One }
chunks:
  - id: a
    title: A
    allowedFiles: [a.ts]
    assertions:
      - type: assert
        message: Must export a
        check: { type: export_exists, target: a, file: a.ts }
`;

const hookInput = (name: string, more: object = {}): string =>
  JSON.stringify({ session_id: 's', hook_event_name: name, ...more });
const PRE_EDIT = hookInput('PreToolUse', { tool_name: 'Write', tool_input: { file_path: 'b.ts', content: '' } });
const MCP_MESSAGES = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/call', params: { name: 'list_contracts', arguments: {} } },
]
  .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  .join('');

describe('The code that a command loads', () => {
  for (const { id, command, input, without, most, evidence } of [
    { id: 'ENF-VAL-19', command: 'check', without: FILES, most: 2.4, evidence: CHECK_REQUIREMENTS },
    { id: 'ENF-VAL-19', command: 'check --staged', without: CHANGE, most: 2.6, evidence: PROTECTION },
    {
      id: 'AGENT-2',
      command: 'hook pre-edit --client claude',
      input: PRE_EDIT,
      without: [...FILES, CHECK_REQUIREMENTS],
      most: 2.5,
      evidence: 'src/hooks/',
    },
    {
      id: 'AGENT-1',
      command: 'hook stop --client claude',
      input: hookInput('Stop', { stop_hook_active: false }),
      without: CHANGE,
      most: 3.5,
      evidence: PROTECTION,
    },
    { id: 'AGENT-5', command: 'mcp', input: MCP_MESSAGES, without: FILES, most: 2.5, evidence: 'src/mcp/' },
  ]) {
    it(`[${id}] "${command}" loads no library or room that it does not use`, async () => {
      using workspace = new Workspace({ 'a.ts': 'export const a = 1;\n', 'one.contract.yaml': CONTRACT });
      workspace.write({ 'a.ts': 'export const a = 2;\n' });
      workspace.git('add', '--all');
      const environment = workspace.environment();
      const cwd = workspace.folder;
      const used = await findLoadedCode({ arguments: command.split(' '), cwd, input, environment });
      assert.equal(used.exitCode, 0, used.stdout + used.stderr);
      const modules = modulesOf(used.files.map(({ name }) => name));
      assert.ok(modules.some((module) => module.includes(evidence)));
      assert.deepEqual(
        without.filter((part) => modules.some((module) => module.includes(part))),
        [],
      );
      const sum = (of: 'loaded' | 'run'): number => used.files.reduce((total, file) => total + file[of], 0);
      assert.ok(sum('loaded') < most * sum('run'), `${sum('loaded')} characters are loaded, ${sum('run')} run`);
    });
  }
});

/** The source files of chunks. */
function modulesOf(files: readonly string[]): readonly string[] {
  const builds = metaSchema.parse(JSON.parse(readFileSync(join(distFolder, 'meta.json'), 'utf8')));
  const outputs = new Map(builds.flatMap((build) => Object.entries(build.outputs)));
  return files.flatMap((file) => Object.keys(outputs.get(`dist/${file}`)?.inputs ?? {}));
}
