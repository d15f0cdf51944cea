import type { Analysis, ExportOutline, ModuleOutline } from '../../verdicts/analysis/analysis.ts';
import { codeLanguageOf } from '../../code/languages/language-table.ts';
import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import type { Assertion, FunctionContract, TypeContract } from '../../contract/model.ts';

/** What a contract can state about one module, and what it cannot. Everything that is stated holds in the code. */
export interface StatedModule {
  readonly file: string;
  readonly functions: readonly FunctionContract[];
  readonly types: readonly TypeContract[];
  readonly assertions: readonly Assertion[];
  /** What the contract does not state, with the reason. */
  readonly notes: readonly string[];
}

/** The tree that the statements are checked in. */
export interface StatedTree {
  readonly analysis: Analysis;
  /** Absolute path. */
  readonly root: string;
  readonly trusted: boolean;
  readonly signal: AbortSignal | undefined;
}

/** One way to state something about an export. The first one that holds is used. */
type Statement =
  | { readonly list: 'functions'; readonly value: FunctionContract }
  | { readonly list: 'types'; readonly value: TypeContract }
  | { readonly list: 'assertions'; readonly value: Assertion };

interface Candidate {
  readonly file: string;
  readonly name: string;
  /** From the most to the least specific. */
  readonly statements: readonly Statement[];
  /** What is lost without the first statement, for the note. `undefined` if nothing is. */
  readonly lost: string | undefined;
}

/** A signature that no function has. The answer to it has the actual signature. */
const NO_SIGNATURE = '(holdfast: never, ...others: never[]) => never';
/** The longest signature that is written out. */
const MAX_SIGNATURE = 1_000;

/**
 * States the exports of modules as functions with their signatures, types with their definitions, and `export_exists`
 * assertions. The signatures are those that the type checker finds. Each statement is checked, and replaced by a weaker
 * one if it does not hold.
 */
export async function stateExports(
  tree: StatedTree,
  modules: readonly ModuleOutline[],
): Promise<readonly StatedModule[]> {
  const signatures = await findSignatures(tree, modules);
  const candidates = modules.flatMap(({ file, exports }) =>
    exports.flatMap((entry) => listCandidates(file, entry, (name) => signatures.get(keyOf(file, name)))),
  );
  const statements = candidates.flatMap((candidate) => candidate.statements);
  const results = await checkAll(tree, statements.map(toAssertion));
  const verdicts = new Map(statements.map((statement, index) => [statement, results[index]]));
  return modules.map(({ file }) => {
    const chosen = candidates
      .filter((candidate) => candidate.file === file)
      .map((candidate) => ({
        candidate,
        statement: candidate.statements.find((one) => verdicts.get(one)?.passed === true),
      }));
    const used = chosen.flatMap(({ statement }) => statement ?? []);
    return {
      file,
      functions: used.flatMap((one) => (one.list === 'functions' ? one.value : [])),
      types: used.flatMap((one) => (one.list === 'types' ? one.value : [])),
      assertions: used.flatMap((one) => (one.list === 'assertions' ? one.value : [])),
      notes: chosen.flatMap(({ candidate, statement }) => noteOf(candidate, statement, verdicts)),
    };
  });
}

/** Checks asserts in a tree by what its files show. */
export function checkAll(
  { analysis, root, trusted, signal }: StatedTree,
  assertions: readonly Assertion[],
): Promise<readonly AssertionResult[]> {
  const request = {
    root,
    requirements: assertions.map((assertion) => ({ assertion, origin: [] })),
    resources: [],
    steps: [],
    allowedFiles: [],
    trusted,
    commandTimeoutMs: 0,
    commandRules: { passedVariables: [] },
  };
  return analysis.check(request, { signal });
}

/** The signatures of functions and methods, by file and name. Those that the text states need no type checker. */
async function findSignatures(
  tree: StatedTree,
  modules: readonly ModuleOutline[],
): Promise<ReadonlyMap<string, string>> {
  const stated = modules.flatMap(({ file, exports }) =>
    exports.flatMap(({ signatures = {} }) =>
      Object.entries(signatures).map(([name, signature]) => [keyOf(file, name), signature] as const),
    ),
  );
  const typed = modules.filter(({ file }) => codeLanguageOf(file) === undefined);
  const targets = typed.flatMap(({ file, exports }) =>
    exports.flatMap((entry) =>
      [...(mayBeCalled(entry) ? [entry.name] : []), ...entry.methods].map((name) => ({ file, name })),
    ),
  );
  const asserts = targets.map(({ file, name }) => signatureAssertion({ file, name, signature: NO_SIGNATURE }));
  const results = await checkAll(tree, asserts);
  const found = targets.flatMap(({ file, name }, index) => {
    const actual = results[index]?.actual;
    return actual !== undefined && isSignature(actual) ? [[keyOf(file, name), actual] as const] : [];
  });
  return new Map([...stated, ...found]);
}

/** The signature of a function as the type checker finds it, or the text states it; `undefined` if it is none. */
export async function findSignature(tree: StatedTree, file: string, name: string): Promise<string | undefined> {
  if (codeLanguageOf(file) !== undefined) {
    const outlines = await tree.analysis.outlines(tree.root, [{ file }], { signal: tree.signal });
    const exports = outlines.flatMap((outline) => outline.exports);
    return exports.map(({ signatures }) => signatures?.[name]).find((signature) => signature !== undefined);
  }
  const [result] = await checkAll(tree, [signatureAssertion({ file, name, signature: NO_SIGNATURE })]);
  const actual = result?.actual;
  if (actual === undefined || !isSignature(actual)) return undefined;
  return simplify(actual);
}

function listCandidates(
  file: string,
  entry: ExportOutline,
  signatureOf: (name: string) => string | undefined,
): readonly Candidate[] {
  const { name } = entry;
  const methods = entry.methods.map((method) => functionCandidate(file, method, signatureOf(method), []));
  const exists = exportAssertion(file, name);
  if (entry.declaredIn !== file) return [{ file, name, statements: [exists], lost: undefined }];
  if (mayBeCalled(entry)) {
    const signature = signatureOf(name);
    const isFunction = entry.kind === 'function';
    if (signature !== undefined || isFunction) return [functionCandidate(file, name, signature, [exists])];
  }
  if (entry.definition !== undefined) {
    const value = { name, file, definition: entry.definition };
    return [{ file, name, statements: [{ list: 'types', value }, exists], lost: `the definition of ${name}` }];
  }
  const isType = ['interface', 'type', 'enum'].includes(entry.kind);
  return [{ file, name, statements: [exists], lost: isType ? `the definition of ${name}` : undefined }, ...methods];
}

function functionCandidate(
  file: string,
  name: string,
  signature: string | undefined,
  weaker: readonly Statement[],
): Candidate {
  const isWritable = signature !== undefined && signature.length <= MAX_SIGNATURE;
  const texts = isWritable ? [...new Set([simplify(signature), signature])] : [];
  const statements = texts.map((text): Statement => ({ list: 'functions', value: { name, file, signature: text } }));
  return { file, name, statements: [...statements, ...weaker], lost: `the signature of ${name}` };
}

function noteOf(
  { name, file, statements, lost }: Candidate,
  used: Statement | undefined,
  verdicts: ReadonlyMap<Statement, AssertionResult | undefined>,
): readonly string[] {
  const isWeaker = used === undefined || (lost !== undefined && used.list === 'assertions');
  if (!isWeaker) return [];
  const [first] = statements;
  const result = first === used || first === undefined ? undefined : verdicts.get(first);
  const reason =
    result?.error ??
    (result?.passed === false ? 'the check of it does not pass' : 'it has no form that a contract can state');
  return [`${lost ?? `the export ${name}`} in ${file}: ${reason}`];
}

/** Whether an export can be a function. Its type is known only to the type checker. */
function mayBeCalled({ kind, typeOnly }: ExportOutline): boolean {
  return typeOnly !== true && ['function', 'const', 'let', 'var', 'value', 'unknown'].includes(kind);
}

/** Whether a printed type is a function, or an object of nothing but call signatures. */
function isSignature(type: string): boolean {
  return /^[(<]/.test(type) ? type.includes('=>') : /^\{ (?:\(|<)/.test(type);
}

/** Removes the `undefined` that an optional parameter has anyway. */
function simplify(signature: string): string {
  return signature.replaceAll(/(\?: [\w.$"'<>[\]| ]*?) \| undefined(?=[,;)])/g, '$1');
}

function signatureAssertion({ name, file, signature }: FunctionContract): Assertion {
  const check = { type: 'signature_match', target: name, file, expected: signature, exported: true };
  return { type: 'assert', message: `${name} must have the signature ${signature}`, check };
}

function exportAssertion(file: string, name: string): Statement {
  const check = { type: 'export_exists', target: name, file };
  return { list: 'assertions', value: { type: 'assert', message: `${file} must export ${name}`, check } };
}

function toAssertion(statement: Statement): Assertion {
  switch (statement.list) {
    case 'functions':
      return signatureAssertion(statement.value);
    case 'types': {
      const { name, file, definition } = statement.value;
      const check = { type: 'type_matches', target: name, file, expected: definition, exported: true };
      return { type: 'assert', message: `${name} must have the shape ${definition}`, check };
    }
    case 'assertions':
      return statement.value;
  }
}

function keyOf(file: string, name: string): string {
  return `${file}\0${name}`;
}
