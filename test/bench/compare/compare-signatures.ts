import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import type { ts } from 'ts-morph';
import { loadTypeScript } from '../../../src/code/language/typescript-parser.ts';
import type { TypeScript } from '../../../src/code/language/typescript-parser.ts';
import type { ModuleIndex } from '../../../src/code/index/module-index.ts';
import { createTypeChecker } from '../../../src/code/types/create-type-checker.ts';
import { readQueriedFile } from '../../../src/code/types/files/queried-files.ts';
import { WorkspaceTexts } from '../../../src/code/types/files/workspace-texts.ts';
import type { TypeAnswer, TypeQuery } from '../../../src/code/types/queries/type-checker.ts';
import { createWrittenSignatures } from '../../../src/code/types/written/written-signatures.ts';
import type { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import { sampleEvenly } from '../corpus/find-signatures.ts';

export interface SignatureComparison {
  readonly functions: number;
  readonly explicitFunctions: number;
  /** The functions whose signature as written was decided without a program. */
  readonly decided: number;
  readonly queries: number;
  readonly decidedQueries: number;
  /** The queries that both decided in different ways. */
  readonly differences: readonly string[];
}

interface ComparedFunction {
  readonly file: string;
  readonly name: string;
  readonly node: ts.FunctionDeclaration;
}

/** An undecidable query: a batch with it is answered by a program. */
const UNDECIDABLE = '() => import("./holdfast-none").None';

/** Compares the answers from signatures as written with those of a program of the same files. */
export async function compareSignatures(
  index: ModuleIndex,
  tree: DiskTree,
  files: readonly string[],
  count: number,
): Promise<SignatureComparison> {
  const typescript = await loadTypeScript();
  const texts = new WorkspaceTexts(tree);
  const configuration = join(tree.root, 'tsconfig.json');
  const configurationFiles = files.map((file) => texts.absolutePath(file));
  const written = createWrittenSignatures({ typescript, texts, exports: index, configuration, configurationFiles });
  const functions = sampleEvenly(findFunctions(typescript, index, texts, files), count);
  const queries = functions.flatMap((one) =>
    expectedTexts(one.node).map((expected): TypeQuery => ({ file: one.file, name: one.name, expected })),
  );
  const quick = queries.map((query): TypeAnswer | undefined => {
    const { file, name } = query;
    const absolute = texts.absolutePath(file);
    const queried = readQueriedFile(typescript, file, absolute, texts.textOf(absolute) ?? '');
    return written.answer(query, { file: queried, name });
  });
  await using checker = await createTypeChecker({ tree, trusted: false, exports: index });
  const undecidable = queries.slice(0, 1).map((query) => ({ ...query, expected: UNDECIDABLE }));
  const whole = await checker.checkSignatures([...queries, ...undecidable]);
  const differences = queries.flatMap(({ file, name, expected }, at) => {
    if (quick[at] === undefined || isDeepStrictEqual(quick[at], whole[at])) return [];
    return [`${file}#${name} ~ ${expected}: ${JSON.stringify(quick[at])}, the program: ${JSON.stringify(whole[at])}`];
  });
  const decided = new Set(queries.flatMap(({ file, name }, at) => (quick[at] ? [`${file} ${name}`] : [])));
  return {
    functions: functions.length,
    explicitFunctions: functions.filter(({ node }) => isExplicit(node)).length,
    decided: decided.size,
    queries: queries.length,
    decidedQueries: quick.filter((one) => one !== undefined).length,
    differences,
  };
}

/** The first exported function of each file. */
function findFunctions(
  typescript: TypeScript,
  index: ModuleIndex,
  texts: WorkspaceTexts,
  files: readonly string[],
): readonly ComparedFunction[] {
  return files.flatMap((file) => {
    const [exported] = index.moduleOf(file)?.exports.filter(({ kind }) => kind === 'function') ?? [];
    if (exported?.localName === undefined) return [];
    const absolute = texts.absolutePath(file);
    const { names } = readQueriedFile(typescript, file, absolute, texts.textOf(absolute) ?? '');
    const node = names.declared.get(exported.localName)?.declarations.at(-1);
    return node && typescript.isFunctionDeclaration(node) ? [{ file, name: exported.localName, node }] : [];
  });
}

function isExplicit({ parameters, type }: ts.FunctionDeclaration): boolean {
  return type !== undefined && parameters.every((parameter) => parameter.type !== undefined);
}

/** The signature as written, in other notations, and with one type replaced: the last ones must not match. */
function expectedTexts(node: ts.FunctionDeclaration): readonly string[] {
  const generics = node.typeParameters?.map((parameter) => parameter.getText()).join(', ');
  const parameters = node.parameters.map(({ dotDotDotToken, questionToken, initializer, type }, at) => {
    const optional = (questionToken ?? initializer) ? '?' : '';
    return { head: `${dotDotDotToken ? '...' : ''}p${at}${optional}`, type: type?.getText() ?? 'string', optional };
  });
  const write = (types: readonly string[], returnType: string): string => {
    const list = parameters.map(({ head }, at) => `${head}: ${types[at] ?? ''}`).join(', ');
    return `${generics === undefined ? '' : `<${generics}>`}(${list}) => ${returnType}`;
  };
  const types = parameters.map(({ type }) => type);
  const returnType = node.type?.getText() ?? 'void';
  const rewritten = types.map((type, at) => {
    const array = type.replace(/^([\w$]+)\[\]$/, 'Array<$1>');
    return parameters[at]?.optional === '?' ? `undefined | (${array})` : array;
  });
  return [
    write(types, returnType),
    write(rewritten, `(${returnType})`),
    write(types, returnType === 'string' ? 'number' : 'string'),
    write(types, `${returnType} | null`),
    ...types.map((_, at) => write(types.with(at, types[at] === 'string' ? 'number' : 'string'), returnType)),
  ];
}
