import type { ts } from 'ts-morph';
import type { TypeScript } from '../../../../code/language/typescript-parser.ts';
import { constantValue } from '../syntax/condition-value.ts';
import { readCondition } from './constant-condition.ts';
import type { SkipReason } from '../interface/declared-test.ts';
import type { FileLiterals } from './file-literals.ts';
import type { Callee, RunCondition, RunnerReference } from './runner-names.ts';

type Options = readonly ts.ObjectLiteralExpression[];

/** Why the modifiers, conditions and options of a declaration skip it; `undefined` if they do not. */
export function findSkip(
  ts: TypeScript,
  runner: RunnerReference,
  { tables, conditions }: Callee,
  options: Options,
  literals: FileLiterals,
): SkipReason | undefined {
  if (runner.skip !== undefined) return { kind: 'modifier', name: runner.skip };
  const reasons = [
    ...conditions.map((condition) => readRunCondition(ts, condition)),
    ...['skip', 'todo', 'fails'].map((name) => readOption(ts, options, name, literals)),
  ];
  const modifier = reasons.find((reason) => reason?.kind === 'modifier');
  if (modifier !== undefined) return modifier;
  if (countCases(tables, literals) === 0) return { kind: 'no-cases' };
  return runner.conditional ? { kind: 'conditional' } : reasons.find((reason) => reason !== undefined);
}

function readRunCondition(ts: TypeScript, { member, value }: RunCondition): SkipReason | undefined {
  const condition = value === undefined ? constantValue(false) : readCondition(ts, value);
  const isSkipped = condition?.holds === (member === 'skipIf');
  if (condition?.because !== 'constant') {
    return { kind: 'conditional', whereJudged: condition?.because === 'judged' && isSkipped };
  }
  return isSkipped ? { kind: 'modifier', name: member } : undefined;
}

/** What an option of an options object does: `{ skip: true }`, `{ skip: isWindows }`, `{ ...shared }`. */
function readOption(ts: TypeScript, options: Options, name: string, literals: FileLiterals): SkipReason | undefined {
  let result: SkipReason | undefined;
  for (const property of options.flatMap((option) => listProperties(ts, option, literals))) {
    if (property.name?.getText().replaceAll(/['"]/g, '') !== name) continue;
    const condition = ts.isPropertyAssignment(property) ? readCondition(ts, property.initializer) : undefined;
    if (condition?.because === 'constant') result = condition.holds ? { kind: 'modifier', name } : undefined;
    else result = { kind: 'conditional', whereJudged: condition?.because === 'judged' && condition.holds };
  }
  return result;
}

/** Whether an options object sets an option to anything but a false constant. */
export function hasOption(ts: TypeScript, options: Options, name: string, literals: FileLiterals): boolean {
  return readOption(ts, options, name, literals) !== undefined;
}

/** The properties of an object, including those of the objects of the file that it spreads. */
function listProperties(
  ts: TypeScript,
  { properties }: ts.ObjectLiteralExpression,
  literals: FileLiterals,
  depth = 0,
): readonly ts.ObjectLiteralElementLike[] {
  return properties.flatMap((property) => {
    const spread = ts.isSpreadAssignment(property) ? literals.findObject(property.expression) : undefined;
    return spread === undefined || depth > 10 ? [property] : listProperties(ts, spread, literals, depth + 1);
  });
}

/** The number of cases of a table; `undefined` if there is no table or its size is not known from the text. */
export function countCases([table]: readonly ts.Node[], literals: FileLiterals): number | undefined {
  return table === undefined ? undefined : literals.countElements(table);
}
