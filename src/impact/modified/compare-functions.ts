import type { ts } from 'ts-morph';
import type { TypeScript } from '../../code/typescript-parser.ts';
import { breaking, compatible, undecided } from './comparison.ts';
import type { Difference } from './comparison.ts';
import { normalText } from './normal-text.ts';
import { relateTypes } from './type-text.ts';

/** The differences of two signatures that matter to those who call. */
export function compareSignatures(
  ts: TypeScript,
  before: ts.SignatureDeclaration,
  after: ts.SignatureDeclaration,
): readonly Difference[] {
  return [
    ...compareTypeParameters(ts, before, after),
    ...compareParameters(ts, before.parameters, after.parameters),
    ...compareReturns(ts, before, after),
  ];
}

function compareTypeParameters(
  ts: TypeScript,
  before: ts.SignatureDeclaration,
  after: ts.SignatureDeclaration,
): readonly Difference[] {
  const text = ({ typeParameters }: ts.SignatureDeclaration): string =>
    typeParameters?.map((parameter) => normalText(ts, parameter)).join(', ') ?? '';
  return text(before) === text(after) ? [] : [undecided('the type parameters changed')];
}

function compareParameters(
  ts: TypeScript,
  before: readonly ts.ParameterDeclaration[],
  after: readonly ts.ParameterDeclaration[],
): readonly Difference[] {
  const found: Difference[] = [];
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    const was = before[index];
    const is = after[index];
    if (was !== undefined && is !== undefined) found.push(...compareParameter(ts, was, is));
    else if (was !== undefined) found.push(breaking(`the parameter ${nameOf(was)} was removed`));
    else if (is !== undefined) {
      const reason = `the parameter ${nameOf(is)} was added`;
      found.push(isOptional(is) ? compatible(`${reason} and may be left out`) : breaking(`${reason} and is required`));
    }
  }
  return found;
}

function compareParameter(
  ts: TypeScript,
  was: ts.ParameterDeclaration,
  is: ts.ParameterDeclaration,
): readonly Difference[] {
  const name = nameOf(is);
  const found: Difference[] = [];
  if ((was.dotDotDotToken === undefined) !== (is.dotDotDotToken === undefined)) {
    found.push(undecided(`the parameter ${name} takes another number of arguments`));
  } else if (isOptional(was) && !isOptional(is)) found.push(breaking(`the parameter ${name} is required now`));
  else if (!isOptional(was) && isOptional(is)) found.push(compatible(`the parameter ${name} may be left out now`));
  const relation = relateTypes(ts, was.type, is.type);
  if (relation === 'narrower') found.push(breaking(`the parameter ${name} takes less than before`));
  else if (relation === 'wider') found.push(compatible(`the parameter ${name} takes more than before`));
  else if (relation === 'unknown') found.push(undecided(`the type of the parameter ${name} changed`));
  else if (is.type === undefined && normalText(ts, was.initializer) !== normalText(ts, is.initializer)) {
    found.push(undecided(`the default of the parameter ${name} changed`));
  }
  return found;
}

function compareReturns(
  ts: TypeScript,
  before: ts.SignatureDeclaration,
  after: ts.SignatureDeclaration,
): readonly Difference[] {
  if (before.type === undefined && after.type === undefined) {
    if (isAsync(ts, before) !== isAsync(ts, after)) {
      return [breaking(isAsync(ts, after) ? 'it gives a promise now' : 'it gives no promise any more')];
    }
    const same = normalText(ts, bodyOf(before)) === normalText(ts, bodyOf(after));
    return same ? [] : [undecided('its body changed, and what it returns is inferred')];
  }
  switch (relateTypes(ts, before.type, after.type)) {
    case 'same':
      return [];
    case 'wider':
      return [breaking('it returns more than before')];
    case 'narrower':
      return [compatible('it returns less than before')];
    case 'unknown':
      return [undecided('its return type changed')];
  }
}

function bodyOf(node: ts.SignatureDeclaration): ts.Node | undefined {
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

function nameOf(parameter: ts.ParameterDeclaration): string {
  const name = parameter.name.getText().replace(/\s+/g, ' ');
  return name.length > 40 ? `"${name.slice(0, 40)}…"` : `"${name}"`;
}
