import type { PlanName } from '../../../contract/plans/plan.ts';
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

interface ParameterCount {
  readonly least: number;
  readonly most: number;
}

/** `undefined` if the list is a sign for a function only (`name()`), or is left open. */
function countParameters({ parameters }: PlanName): ParameterCount | undefined {
  const inside = parameters?.slice(1, -1).trim() ?? '';
  if (inside === '' || /\.\.\.|…|[*]|\bargs\b|\bdeps\b|\boptions\b|\bopts\b/.test(inside)) return undefined;
  const parts = splitList(inside).filter((part) => !/^\s*(?:self|cls|&(?:mut )?self|this)\b/.test(part));
  const optional = parts.filter((part) => /^[\s\w$]*\?|=(?!>)|\bundefined\b|\bNone\b/.test(part)).length;
  return { least: parts.length - optional, most: parts.length };
}

function splitList(text: string): readonly string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if ('([{<'.includes(character)) depth += 1;
    else if (')]}>'.includes(character) && text[at - 1] !== '=' && text[at - 1] !== '-') depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${character}`);
  }
  return parts.filter((part) => part.trim() !== '');
}
