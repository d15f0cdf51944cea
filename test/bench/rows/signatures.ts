import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Project, ts } from 'ts-morph';
import type { FunctionDeclaration, InterfaceDeclaration } from 'ts-morph';
import { ModuleIndex } from '../../../src/code/index/module-index.ts';
import { createTypeChecker } from '../../../src/code/types/create-type-checker.ts';
import type { WorkspaceTypeChecker } from '../../../src/code/types/queries/type-checker.ts';
import type { TypeQuery } from '../../../src/code/types/queries/type-checker.ts';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import { nativeTypeScript } from '../../code/types/compilers.ts';
import { findSignatures, formatSignature, sampleEvenly, toCorpusPath } from '../corpus/find-signatures.ts';
import { openCorpus } from '../corpus/open-corpus.ts';
import { median, type BenchMeasurement, type BenchRow } from '../row.ts';

const signatureCount = 100;
const candidates = 300;
const rounds = 5;
/** The edits of a file between two verifications. */
const kinds = ['a statement in a function', 'one more export', 'one more member of a type'] as const;

interface Edit {
  readonly kind: (typeof kinds)[number];
  readonly file: string;
  /** The offset and the text of the insertion. */
  readonly at: number;
  readonly text: string;
}

interface QueriedSignature extends TypeQuery {
  readonly edits: readonly Edit[];
}

/** A tool that verifies all signatures again after a file changed. */
interface Verifier {
  readonly title: string;
  /** Returns the number of signatures that match. */
  verify(edited?: string): Promise<number>;
  readonly times: Map<Edit['kind'], number[]>;
}

export const signatures: BenchMeasurement = {
  title: '100 signatures checked again after an edit, compared with ts-morph',
  async measure(say, { corpus }) {
    const { folder } = await openCorpus(corpus === 'large' ? 'large' : 'middle');
    const root = await mkdtemp(join(tmpdir(), 'holdfast-signatures-'));
    try {
      await cp(folder, root, { recursive: true });
      const project = new Project({ tsConfigFilePath: join(root, 'tsconfig.json') });
      const found = findSignatures(root, project, candidates).map(({ declaration, ...one }) => ({
        ...one,
        edits: createEdits(root, declaration, one.file),
      }));
      const index = await ModuleIndex.build(new DiskTree(root));
      const bundled = await openTypeChecker(root, index, found, say);
      await using bundledTier = bundled.tier;
      const questions = sampleEvenly(bundled.passing, signatureCount);
      if (questions.length < signatureCount)
        throw new Error(`Only ${questions.length} functions have a usable signature.`);
      const verifiers = [createPeerVerifier(project, root, questions), createOwnVerifier(bundledTier, questions)];
      await mkdir(join(root, 'node_modules'));
      await symlink(await nativeTypeScript(), join(root, 'node_modules', 'typescript'), 'junction');
      const { tier: nativeTier } = await openTypeChecker(root, index, questions, say);
      await using native = nativeTier;
      verifiers.push(createOwnVerifier(native, questions));
      await timeEdits(root, index, questions, verifiers);
      return createRows(verifiers, say);
    } finally {
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

function createEdits(root: string, one: FunctionDeclaration, file: string): readonly Edit[] {
  const body = one.getBody();
  const named = [...one.getParameters(), one]
    .flatMap((part) => part.getType().getSymbol()?.getDeclarations() ?? [])
    .find((node): node is InterfaceDeclaration => node.isKind(ts.SyntaxKind.InterfaceDeclaration));
  const hasOwnMembers = named?.getSourceFile().getFilePath().includes('/packages/') && named.getMembers().length > 0;
  const [statement, member, declaration] = kinds;
  return [
    ...(body ? [{ kind: statement, file, at: body.getEnd() - 1, text: ' void 0; ' }] : []),
    {
      kind: member,
      file,
      at: one.getSourceFile().getEnd(),
      text: '\nexport interface AddedByBench { readonly at: 1 }\n',
    },
    ...(named && hasOwnMembers
      ? [
          {
            kind: declaration,
            file: toCorpusPath(root, named.getSourceFile().getFilePath()),
            at: named.getMembers()[0]?.getPos() ?? 0,
            text: ' readonly addedByBench?: 1;',
          },
        ]
      : []),
  ];
}

async function openTypeChecker(
  root: string,
  names: ModuleIndex,
  questions: readonly QueriedSignature[],
  say: (line: string) => void,
): Promise<{ readonly tier: WorkspaceTypeChecker; readonly passing: readonly QueriedSignature[] }> {
  const begun = performance.now();
  const tier = await createTypeChecker({ tree: new DiskTree(root), trusted: true, exports: names });
  const answers = await tier.checkSignatures(questions);
  const passing = questions.filter((_, at) => answers[at]?.passed);
  const took = (performance.now() - begun).toFixed(0);
  say(`${tier.title}: first results after ${took} ms; ${passing.length} of ${questions.length} passed`);
  return { tier, passing };
}

function createOwnVerifier(tier: WorkspaceTypeChecker, questions: readonly QueriedSignature[]): Verifier {
  return {
    title: tier.title,
    times: new Map(),
    verify: async (edited) => {
      if (edited !== undefined) tier.update([edited]);
      return (await tier.checkSignatures(questions)).filter(({ passed }) => passed).length;
    },
  };
}

function createPeerVerifier(project: Project, root: string, questions: readonly QueriedSignature[]): Verifier {
  return {
    title: 'ts-morph',
    times: new Map(),
    verify: (edited) => {
      if (edited !== undefined) project.getSourceFileOrThrow(join(root, edited)).refreshFromFileSystemSync();
      const right = questions.filter(({ file, name, expected }) => {
        const one = project.getSourceFileOrThrow(join(root, file)).getFunctionOrThrow(name);
        return formatSignature(one) === expected;
      });
      return Promise.resolve(right.length);
    },
  };
}

/** Applies every edit, measures each verifier, and reverts the edit. */
async function timeEdits(
  root: string,
  index: ModuleIndex,
  questions: readonly QueriedSignature[],
  verifiers: readonly Verifier[],
): Promise<void> {
  for (const verifier of verifiers) await verifier.verify();
  for (const kind of kinds) {
    const edits = questions.flatMap((one) => one.edits.filter((edit) => edit.kind === kind));
    for (const { file, at, text } of sampleEvenly(edits, rounds)) {
      const path = join(root, file);
      const before = await readFile(path, 'utf8');
      for (const after of [before.slice(0, at) + text + before.slice(at), before]) {
        await writeFile(path, after);
        index.update([{ file, text: after }]);
        await index.whenSettled();
        for (const verifier of verifiers) {
          const begun = performance.now();
          const right = await verifier.verify(file);
          const times = verifier.times.get(kind) ?? [];
          verifier.times.set(kind, [...times, performance.now() - begun]);
          if (right !== questions.length) {
            throw new Error(`${verifier.title} verified ${right} of ${questions.length} after ${kind} in ${file}.`);
          }
        }
      }
    }
  }
}

function createRows([peer, ...ours]: readonly Verifier[], say: (line: string) => void): readonly BenchRow[] {
  if (!peer) return [];
  const all = ({ times }: Verifier): number => median([...times.values()].flat());
  return ours.map((one, at) => {
    for (const [kind, times] of one.times) {
      const other = peer.times.get(kind) ?? [];
      say(`${one.title}, ${kind}: ${median(times).toFixed(1)} ms; ts-morph ${median(other).toFixed(1)} ms`);
    }
    const id = at === 0 ? 'signatures-100/ts-morph' : 'signatures-100-native/ts-morph';
    return { id, ours: all(one), peer: all(peer), unit: 'ms' };
  });
}
