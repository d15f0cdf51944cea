import path from 'node:path';
import packageManifest from '../../../../package.json' with { type: 'json' };
import { isInstalled, languageOf } from '../../../code/language/source-language.ts';
import { DiskTree } from '../../../workspace/files/disk-tree.ts';
import type { CommandRules } from '../../../workspace/processes/command-rules.ts';
import type { DomainServer } from '../service/serve-domain.ts';
import { findCompilerDiagnostics } from './compiler-diagnostics.ts';
import { extractInterfaces } from './extract-interfaces.ts';
import { findLintDiagnostics } from './lint-diagnostics.ts';
import { runTests } from './run-tests.ts';
import { type TypeScriptRequest, NO_LIMIT_MS, OUTPUT_LIMIT_BYTES } from './typescript-request.ts';
import { CancelledError, HoldfastError } from '../../../foundation/errors.ts';
import { findProgramProblem } from '../../../workspace/environment/find-program.ts';
import { runCommand } from '../../../workspace/processes/run-command.ts';
import type { MethodResult } from '../protocol/methods.ts';

export interface TypeScriptServerOptions {
  readonly log: (line: string) => void;
  /** The rules of the commands of the repository, for the tree with this root. */
  readonly rulesFor: (root: string) => CommandRules;
}

/** The built-in service for TypeScript and JavaScript. It is the reference for other services. */
export function createTypeScriptServer({ log, rulesFor }: TypeScriptServerOptions): DomainServer {
  const toRequest = (
    { root, artifacts }: { readonly root: string; readonly artifacts: readonly string[] },
    signal: AbortSignal,
  ): TypeScriptRequest => ({
    root: path.resolve(root),
    files: artifacts.filter(isScript),
    rules: rulesFor(root),
    signal,
    log,
  });
  return {
    facts: {
      domain: 'typescript',
      name: 'Holdfast TypeScript',
      version: packageManifest.version,
      artifacts: ['**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}'],
      interfaceVersions: {},
    },
    methods: {
      validate: async (params, signal) => {
        const request = toRequest(params, signal);
        const tree = new DiskTree(request.root);
        const existing = await filterExisting(tree, request.files);
        const compiler = await findCompilerDiagnostics({ ...request, files: existing });
        const lint = await findLintDiagnostics({ ...request, files: existing });
        const { problems } = await extractInterfaces(tree, undefined, existing);
        return { diagnostics: [...compiler, ...lint, ...problems] };
      },
      normalise: async (params, signal) => ({ artifacts: await normaliseFiles(toRequest(params, signal)) }),
      simulate: (params, signal) => runTests(toRequest(params, signal)),
      extract_interfaces: async ({ root, interfaces }) => {
        const tree = new DiskTree(path.resolve(root));
        const files = (await tree.listFiles()).filter(isScript);
        return { interfaces: [...(await extractInterfaces(tree, interfaces, files)).interfaces] };
      },
    },
  };
}

async function filterExisting(tree: DiskTree, files: readonly string[]): Promise<readonly string[]> {
  const kinds = await Promise.all(files.map((file) => tree.kindOf(file)));
  return files.filter((_, index) => kinds[index] === 'file');
}

function isScript(file: string): boolean {
  const language = languageOf(file);
  return (language === 'ts' || language === 'tsx' || language === 'js') && !isInstalled(file);
}

/**
 * Formats files with the repository's Prettier. Returns the files whose text changes.
 *
 * @throws HoldfastError `unsupported` if Prettier is not installed, `process` if it cannot format a file
 */
async function normaliseFiles({
  root,
  files,
  rules,
  signal,
}: TypeScriptRequest): Promise<MethodResult<'normalise'>['artifacts']> {
  if ((await findProgramProblem('prettier', root)) !== undefined) {
    throw new HoldfastError('unsupported', 'The repository has no Prettier.', { hint: 'Install Prettier.' });
  }
  const tree = new DiskTree(root);
  const changed: MethodResult<'normalise'>['artifacts'] = [];
  for (const artifact of files) {
    const before = await tree.readText(artifact);
    if (before === undefined) continue;
    const outcome = await runCommand({
      command: ['prettier', '--stdin-filepath', artifact],
      cwd: root,
      rules,
      signal,
      input: before,
      timeoutMs: NO_LIMIT_MS,
      outputLimitBytes: OUTPUT_LIMIT_BYTES,
    });
    if (outcome.cancelled) throw new CancelledError('format');
    if (outcome.exitCode !== 0 || outcome.truncated) {
      const cause = outcome.startError ?? (outcome.standardError.trim() || 'the file is too large');
      throw new HoldfastError('process', `Failed to format ${artifact}: ${cause}`);
    }
    if (outcome.standardOutput !== before) changed.push({ artifact, text: outcome.standardOutput });
  }
  return changed;
}
