import type { PlanName } from '../../../contract/plans/plan.ts';
import { closingBracket, splitList } from '../../../contract/plans/brackets.ts';
import { isSameSignature, readSignature, type SignatureText } from '../facts/signature-text.ts';
import { compareTypes } from './type-words.ts';

/**
 * `different`: two parsed signatures certainly differ. `perhaps`: they differ, and one type can be an alias of the other or fit
 * in its place. `arguments`: the numbers of parameters do not fit, and a signature is not parsed.
 */
export type NameComparison = 'same' | 'different' | 'perhaps' | 'arguments' | 'unknown';

/** Compares what two places say about one function. A parameter without a type matches any, and an optional one can be left out. */
export function compareNames(one: PlanName, other: PlanName): NameComparison {
  const [left, right] = [signatureOf(one), signatureOf(other)];
  if (left !== undefined && right !== undefined && mayNameSameTypes(one, other)) {
    return isSameSignature(left, right) ? 'same' : compareSignatures(left, right);
  }
  const typed = compareTyped(one, other);
  if (typed !== undefined) return typed;
  const [first, second] = [countParameters(one), countParameters(other)];
  if (first === undefined || second === undefined) return 'unknown';
  return first.least > second.most || second.least > first.most ? 'arguments' : 'unknown';
}

function compareSignatures(left: SignatureText, right: SignatureText): NameComparison {
  const least = ({ parameters }: SignatureText): number =>
    parameters.filter(({ optional, rest }) => !optional && !rest).length;
  const most = ({ parameters }: SignatureText): number =>
    parameters.some(({ rest }) => rest) ? Infinity : parameters.length;
  if (least(left) > most(right) || least(right) > most(left)) return 'different';
  const pairs = left.parameters.flatMap(({ type }, index) => {
    const parameter = right.parameters[index];
    return parameter === undefined ? [] : [[type, parameter.type] as const];
  });
  if (left.result !== undefined && right.result !== undefined) pairs.push([left.result, right.result]);
  const found = new Set(pairs.map(([first, second]) => compareTypes(first, second)));
  return found.has('different') ? 'different' : found.has('perhaps') ? 'perhaps' : 'unknown';
}

const TYPE_PARAMETERS = /^<[^()]*>\s*(?=\()/;

/** Two different lists of type parameters can have two names for one type. */
function mayNameSameTypes(one: PlanName, other: PlanName): boolean {
  const lists = [one, other].flatMap(
    ({ signature = '' }) => TYPE_PARAMETERS.exec(signature)?.[0].replaceAll(/\s+/g, '') ?? [],
  );
  return new Set(lists).size < 2;
}

/** TypeScript, and Python with its arrow. */
function signatureOf({ signature: whole }: PlanName): ReturnType<typeof readSignature> {
  const signature = whole?.replace(TYPE_PARAMETERS, '');
  if (signature === undefined || /\.\.\.(?![A-Za-z_$])|…|\/\*|\/\/|=(?!>)/.test(signature)) return undefined;
  return readSignature(signature.replace(/\)\s*->\s*/, ') => ').replace(/^\(\s*(?:self|cls)\s*,?\s*/, '('));
}

/** Rust, Go and Kotlin write every type. A path before a type, and the names of parameters, say nothing. */
function compareTyped(one: PlanName, other: PlanName): NameComparison | undefined {
  const extension = /\.(rs|go|kt)$/.exec(one.file ?? other.file ?? '')?.[1];
  const [left, right] = [one, other].map(({ signature }) =>
    extension === undefined || signature === undefined ? undefined : typesOf(signature, extension === 'go'),
  );
  if (left === undefined || right === undefined) return undefined;
  if (left.length !== right.length) return 'arguments';
  return left.every((type, index) => type === right[index]) ? 'same' : 'perhaps';
}

/** The types of the parameters, and of the result. `undefined` if one is not written. */
function typesOf(signature: string, isGo: boolean): readonly string[] | undefined {
  const end = signature.startsWith('(') ? closingBracket(signature, 0) : undefined;
  if (end === undefined) return undefined;
  const types = splitList(signature.slice(1, end))
    .filter((part) => !/^\s*(?:&\s*)?(?:'\w+\s+)?(?:mut\s+)?self\b/.test(part))
    .map((part) => (isGo ? /^\s*\w+\s+(.+)$/s : /^[^:]*[^:]:(?!:)(.+)$/s).exec(part)?.[1]?.replace(/\s=\s.*$/, ''));
  if (types.includes(undefined)) return undefined;
  return [...types, signature.slice(end + 1).replace(/^\s*(?:->|:)/, '')].map((type) =>
    (type ?? '').replaceAll(/(?:\w+::)+|\b(?:mut|impl|dyn)\b|'\w+\b|\s+|,(?=[)>\]])/g, ''),
  );
}

interface ParameterCount {
  readonly least: number;
  readonly most: number;
}

/** `undefined` if the list is a sign for a function only (`name()`), or is left open. */
export function countParameters({ parameters, signature }: PlanName): ParameterCount | undefined {
  const inside = parameters?.slice(1, -1).trim() ?? '';
  if (inside === '' && signature !== undefined) return { least: 0, most: 0 };
  if (inside === '' || /\.\.\.|…|(?:^|,)\s*\*|\bargs\b|\bdeps\b|\boptions\b|\bopts\b/.test(inside)) return undefined;
  const parts = splitList(inside).filter((part) => !/^\s*(?:self|cls|&(?:mut )?self|this)\b/.test(part));
  const optional = parts.filter((part) => /^[\s\w$]*\?|=(?!>)|\bundefined\b|\bNone\b/.test(part)).length;
  return { least: parts.length - optional, most: parts.length };
}
