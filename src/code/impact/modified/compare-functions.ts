import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';
import { breaking, compatible, undecided } from './difference.ts';
import type { Difference } from './difference.ts';
import { toNormalizedText } from './normalized-text.ts';
import { relateTypes } from './type-relation.ts';

/** Compares two versions of a signature. Lists the differences that affect callers. */
export function compareSignatures(
  ts: TypeScript,
  before: ts.SignatureDeclaration,
  after: ts.SignatureDeclaration,
): readonly Difference[] {
  return [
    ...compareTypeParameters(ts, before, after),
    ...compareParameters(ts, before.parameters, after.parameters),
    ...compareReturnTypes(ts, before, after),
  ];
}

function compareTypeParameters(
  ts: TypeScript,
  before: ts.SignatureDeclaration,
  after: ts.SignatureDeclaration,
): readonly Difference[] {
  const text = ({ typeParameters }: ts.SignatureDeclaration): string =>
    typeParameters?.map((parameter) => toNormalizedText(ts, parameter)).join(', ') ?? '';
  return text(before) === text(after) ? [] : [undecided('the type parameters changed')];
}

function compareParameters(
  ts: TypeScript,
  before: readonly ts.ParameterDeclaration[],
  after: readonly ts.ParameterDeclaration[],
): readonly Difference[] {
  const differences: Difference[] = [];
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    const parameterBefore = before[index];
    const parameterAfter = after[index];
    if (parameterBefore !== undefined && parameterAfter !== undefined)
      differences.push(...compareParameter(ts, parameterBefore, parameterAfter));
    else if (parameterBefore !== undefined)
      differences.push(breaking(`the parameter ${formatName(parameterBefore)} was removed`));
    else if (parameterAfter !== undefined) {
      const reason = `the parameter ${formatName(parameterAfter)} was added`;
      differences.push(
        isOptional(parameterAfter) ? compatible(`${reason} and is optional`) : breaking(`${reason} and is required`),
      );
    }
  }
  return differences;
}

function compareParameter(
  ts: TypeScript,
  before: ts.ParameterDeclaration,
  after: ts.ParameterDeclaration,
): readonly Difference[] {
  const name = formatName(after);
  const differences: Difference[] = [];
  if ((before.dotDotDotToken === undefined) !== (after.dotDotDotToken === undefined)) {
    differences.push(undecided(`the parameter ${name} accepts a different number of arguments`));
  } else if (isOptional(before) && !isOptional(after))
    differences.push(breaking(`the parameter ${name} is now required`));
  else if (!isOptional(before) && isOptional(after))
    differences.push(compatible(`the parameter ${name} is now optional`));
  const relation = relateTypes(ts, before.type, after.type);
  if (relation === 'narrower') differences.push(breaking(`the parameter ${name} accepts fewer values than before`));
  else if (relation === 'wider') differences.push(compatible(`the parameter ${name} accepts more values than before`));
  else if (relation === 'unknown') differences.push(undecided(`the type of the parameter ${name} changed`));
  else if (
    after.type === undefined &&
    toNormalizedText(ts, before.initializer) !== toNormalizedText(ts, after.initializer)
  ) {
    differences.push(undecided(`the default of the parameter ${name} changed`));
  }
  return differences;
}

function compareReturnTypes(
  ts: TypeScript,
  before: ts.SignatureDeclaration,
  after: ts.SignatureDeclaration,
): readonly Difference[] {
  if (before.type === undefined && after.type === undefined) {
    if (isAsync(ts, before) !== isAsync(ts, after)) {
      return [breaking(isAsync(ts, after) ? 'it now returns a promise' : 'it no longer returns a promise')];
    }
    const isSameBody = toNormalizedText(ts, getBody(before)) === toNormalizedText(ts, getBody(after));
    return isSameBody ? [] : [undecided('its body changed, and its return type is inferred')];
  }
  switch (relateTypes(ts, before.type, after.type)) {
    case 'same':
      return [];
    case 'wider':
      return [breaking('it can return more values than before')];
    case 'narrower':
      return [compatible('it can return fewer values than before')];
    case 'unknown':
      return [undecided('its return type changed')];
  }
}

function getBody(node: ts.SignatureDeclaration): ts.Node | undefined {
  return 'body' in node ? node.body : undefined;
}

function isAsync(ts: TypeScript, node: ts.SignatureDeclaration): boolean {
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined;
  return modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.AsyncKeyword) ?? false;
}

function isOptional(parameter: ts.ParameterDeclaration): boolean {
  return (
    parameter.questionToken !== undefined ||
    parameter.initializer !== undefined ||
    parameter.dotDotDotToken !== undefined
  );
}

function formatName(parameter: ts.ParameterDeclaration): string {
  const name = parameter.name.getText().replace(/\s+/g, ' ');
  return name.length > 40 ? `"${name.slice(0, 40)}…"` : `"${name}"`;
}
