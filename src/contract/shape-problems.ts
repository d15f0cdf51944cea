import type * as z from 'zod';
import { didYouMean, nearest } from '../shared/nearest.ts';
import type { DataPath } from './document.ts';
import { descriptionAt, knownKeysAt } from './schema-shape.ts';
import { dataOf, entryOf } from './source/source-node.ts';
import type { SourceNode } from './source/source-node.ts';
import { ProblemList } from './source/source-problem.ts';
import type { SourceProblem } from './source/source-problem.ts';
import type { SourceView } from './source/source-view.ts';
import { describeValue, expectationWords, hintFor } from './value-words.ts';

type Issue = z.core.$ZodIssue;

/**
 * What a schema has against the value at a path, each mistake at its place. `ignored` are keys directly below the path
 * that another reader answers for.
 */
export function shapeProblems(
  view: SourceView,
  schema: z.ZodType,
  base: DataPath,
  error: z.ZodError,
): readonly SourceProblem[] {
  const reader = new ShapeReader(view, schema, base);
  for (const issue of error.issues) reader.add(issue, base);
  return reader.finish();
}

class ShapeReader {
  readonly #view: SourceView;
  readonly #schema: z.ZodType;
  readonly #base: DataPath;
  readonly #problems = new ProblemList();
  readonly #missing: DataPath[] = [];
  /** Keys that a misspelt one was taken for, by map: they are not missing as well. */
  readonly #meant = new Set<string>();

  constructor(view: SourceView, schema: z.ZodType, base: DataPath) {
    this.#view = view;
    this.#schema = schema;
    this.#base = base;
  }

  add(issue: Issue, base: DataPath): void {
    const path: DataPath = [...base, ...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))];
    const node = this.#view.node(path);
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) this.#unknownKey([...path, key]);
    } else if (!node) {
      this.#missing.push(path);
    } else if (issue.code === 'invalid_union') {
      this.#union(issue, path, node);
    } else {
      this.#wrong(issue, path, node);
    }
  }

  finish(): readonly SourceProblem[] {
    for (const path of this.#missing) {
      if (!this.#meant.has(JSON.stringify(path))) this.#missingKey(path);
    }
    return this.#problems.all;
  }

  #unknownKey(path: DataPath): void {
    const parent = path.slice(0, -1);
    const written = this.#view.keyNameOf(path);
    const map = this.#view.node(parent);
    const known = knownKeysAt(this.#schema, parent.slice(this.#base.length));
    const free = known.filter((key) => !entryOf(map, key));
    const spelled = new Map(free.map((key) => [this.#view.keyNameOf([...parent, key]), key]));
    const meant = nearest(written, spelled.keys());
    if (meant !== undefined) this.#meant.add(JSON.stringify([...parent, spelled.get(meant)]));
    const advice =
      meant !== undefined
        ? ` Did you mean "${meant}"?`
        : known.length > 0
          ? ` Remove it; the keys here are ${known.map((key) => this.#view.keyNameOf([...parent, key])).join(', ')}.`
          : ' Remove it.';
    const where = parent.length === 0 ? '' : ` in ${this.#view.nameOf(parent)}`;
    this.#problems.error(
      'unknown-key',
      `Unknown key "${written}"${where}.${advice}`,
      path,
      this.#view.keyPlaceOf(path),
    );
  }

  #missingKey(path: DataPath): void {
    const parent = path.slice(0, -1);
    const description = descriptionAt(this.#schema, path.slice(this.#base.length));
    const about = description === undefined ? '' : ` ${description.endsWith('.') ? description : `${description}.`}`;
    const owner = this.#view.nameOf(parent);
    const message = `${owner} has no ${this.#view.nameOf(path)}: add it.${about}`;
    this.#problems.error('missing-key', capitalised(message), path, this.#view.shortPlaceOf(parent));
  }

  /** Of the ways in which a value may be written, the one that it was meant as gives its mistakes. */
  #union(issue: z.core.$ZodIssueInvalidUnion, path: DataPath, node: SourceNode): void {
    const branches = issue.errors;
    const meant = branches
      .filter((branch) => !branch.some((one) => one.path.length === 0 && isOfOtherKind(one)))
      .sort((a, b) => a.length - b.length)[0];
    if (meant) {
      for (const one of meant) this.add(one, path);
      return;
    }
    const expected = branches.flatMap((branch) => branch.slice(0, 1).map(expectationWords));
    if (expected.length === 0) this.#say('wrong-value', `${this.#view.nameOf(path)} has no known value here.`, path);
    else this.#wrongType(expected.join(' or '), undefined, path, node);
  }

  #wrong(issue: Issue, path: DataPath, node: SourceNode): void {
    const name = this.#view.nameOf(path);
    switch (issue.code) {
      case 'invalid_type':
        this.#wrongType(expectationWords(issue), issue.expected, path, node);
        return;
      case 'invalid_value': {
        const values = issue.values.map(String);
        const found = node.kind === 'scalar' && node.value !== null ? String(node.value) : undefined;
        const advice = found === undefined ? '' : didYouMean(found, values);
        const expected = values.length > 1 ? `one of ${values.join(', ')}` : (values[0] ?? '');
        this.#say(
          'wrong-value',
          `${name} must be ${expected}, but this is ${describeValue(dataOf(node))}.${advice}`,
          path,
        );
        return;
      }
      case 'too_small':
        this.#say('wrong-value', tooSmall(issue, name), path);
        return;
      case 'too_big':
        this.#say(
          'wrong-value',
          `${name} is ${describeValue(dataOf(node))}: at most ${issue.maximum} is allowed.`,
          path,
        );
        return;
      case 'invalid_format':
        this.#say('wrong-value', `${name} cannot be ${describeValue(dataOf(node))}. ${issue.message}.`, path);
        return;
      default:
        this.#say('wrong-value', `${name} is not right: ${issue.message}.`, path);
    }
  }

  #wrongType(expected: string, type: string | undefined, path: DataPath, node: SourceNode): void {
    const found = dataOf(node);
    const message = `${this.#view.nameOf(path)} must be ${expected}, but this is ${describeValue(found)}.`;
    this.#say('wrong-type', message + hintFor(type, found), path);
  }

  #say(code: string, message: string, path: DataPath): void {
    this.#problems.error(code, capitalised(message), path, this.#view.shortPlaceOf(path));
  }
}

/** Whether a branch of a union fails because the value is of another kind altogether. */
function isOfOtherKind(issue: Issue): boolean {
  return issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union';
}

function tooSmall(issue: z.core.$ZodIssueTooSmall, name: string): string {
  const minimum = Number(issue.minimum);
  if (issue.origin === 'string') return `${name} is empty: write its text.`;
  if (issue.origin === 'array') {
    return /^Too small/.test(issue.message)
      ? `${name} has too few items: at least ${minimum}.`
      : `${name} is empty. ${issue.message}.`;
  }
  return `${name} must be ${issue.inclusive === true ? 'at least' : 'more than'} ${minimum}.`;
}

function capitalised(text: string): string {
  return text.startsWith('the ') ? `T${text.slice(1)}` : text;
}
