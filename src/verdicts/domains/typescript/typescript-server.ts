import path from 'node:path';
import packageManifest from '../../../../package.json' with { type: 'json' };
import { isInstalled, languageOf } from '../../../code/language/source-language.ts';
import { DiskTree } from '../../../workspace/files/disk-tree.ts';
import type { CommandRules } from '../../../workspace/processes/command-rules.ts';
import type { DomainServer } from '../service/serve-domain.ts';
import { findCompilerDiagnostics } from './compiler-diagnostics.ts';
import { extractInterfaces } from './extract-interfaces.ts';
import { findLintDiagnostics } from './lint-diagnostics.ts';
import { normaliseFiles } from './normalise-files.ts';
import { runTests } from './run-tests.ts';
import type { TypeScriptRequest } from './typescript-request.ts';

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
