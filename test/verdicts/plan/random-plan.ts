import fc from 'fast-check';
import { exists } from './planning.ts';

/** A chunk under construction; keys are those of a contract. */
export interface PlainChunk {
  id: string;
  title: string;
  dependsOn: string[];
  consumes: string[];
  creates: string[];
  functions: { name: string; file: string; signature: string }[];
  preconditions: { kind: string; path: string }[];
  postconditions: { kind: string; path: string }[];
  allowedFiles: string[];
  contextFiles: string[];
  acceptanceCommands: string[];
}

export interface PlainPlan {
  files: string[];
  verify: { command: string; requires: { kind: string; path: string }[] } | undefined;
  chunks: PlainChunk[];
}

/** A unique name without digits at its end. Ids that end in digits would be a numbered series. */
function word(index: number): string {
  return `c${String.fromCharCode(97 + (index % 26))}${'x'.repeat(Math.floor(index / 26))}`;
}

const FOLDERS = ['src', 'src/deep', 'lib', '.'];
const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => `./${path}`,
  (path) => path.replace('/', '//'),
];

/**
 * Plans that follow every rule: the files, exports and commands of a chunk come from the initial tree and from its
 * ancestors.
 */
export const validPlan: fc.Arbitrary<PlainPlan> = fc
  .record({
    size: fc.integer({ min: 2, max: 12 }),
    declared: fc.boolean(),
    initial: fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 6 }),
    choices: fc.infiniteStream(fc.integer({ min: 0, max: 1_000_000 })),
  })
  .map(({ size, declared, initial, choices }) => {
    const next = (below: number): number => Number(choices.next().value) % Math.max(1, below);
    const pick = <T>(items: readonly T[]): T | undefined => items[next(items.length)];
    const spell = (path: string): string => (SPELLINGS[next(SPELLINGS.length)] ?? String)(path);
    const files = initial.map((index) => `start/${word(index)}.ts`);
    const chunks: PlainChunk[] = [];
    const ancestors: Set<number>[] = [];
    for (let index = 0; index < size; index++) {
      const id = word(index);
      const parents = declared && index > 0 ? [...new Set([index - 1, next(index)])].slice(next(2)) : [];
      // If any chunk has dependsOn, the order of the list has no meaning.
      const before = declared
        ? new Set(parents.flatMap((parent) => [parent, ...(ancestors[parent] ?? [])]))
        : new Set(Array.from({ length: index }, (_, earlier) => earlier));
      ancestors.push(before);
      const earlier = [...before].flatMap((position) => chunks[position] ?? []);
      const available = [
        ...files,
        ...earlier.flatMap((chunk) =>
          chunk.postconditions.map(({ path }) => path.replace(/^\.\//, '').replace('//', '/')),
        ),
      ];
      const own = Array.from({ length: 1 + next(3) }, (_, at) =>
        `${pick(FOLDERS) ?? 'src'}/${id}${'y'.repeat(at)}.ts`.replace(/^\.\//, ''),
      );
      const needed = [...new Set(Array.from({ length: next(3) }, () => pick(available) ?? 'start/none.ts'))].filter(
        (path) => available.includes(path),
      );
      const creators = earlier.filter((chunk) => chunk.functions.length > 0);
      const source = pick(creators)?.functions[0];
      const consumed = pick(earlier)?.creates[0];
      chunks.push({
        id,
        title: `Chunk ${id}`,
        dependsOn: parents.map((parent) => word(parent)),
        consumes: [
          ...new Set([
            ...(consumed === undefined ? [] : [consumed]),
            ...(source && next(2) === 0 ? [`${source.name}${source.signature}`] : []),
          ]),
        ],
        creates: [`${id}Thing`],
        functions:
          next(2) === 0 ? [{ name: `${id}Call`, file: own[0] ?? '', signature: '(text: string) => number' }] : [],
        preconditions: [
          ...needed.map((path) => exists(spell(path))),
          ...(next(2) === 0 ? [{ kind: 'file_absent', path: spell(own[0] ?? '') }] : []),
        ],
        postconditions: own.map((path) => exists(spell(path))),
        allowedFiles: own.map(spell),
        contextFiles: [...needed, ...own].map(spell),
        acceptanceCommands: [`node ${own[0] ?? ''}`, 'npx tsc --noEmit', ...needed.map((path) => `tsx ${spell(path)}`)],
      });
    }
    const last = pick(chunks)?.postconditions[0];
    const verify = next(2) === 0 && last ? { command: 'bash start/verify.sh', requires: [last] } : undefined;
    return { files: [...files, 'start/verify.sh'], verify, chunks };
  });
