import type * as z from 'zod';
import { formatCount } from '../../foundation/format-count.ts';
import { findNearest, formatSuggestion } from '../../foundation/name-suggestions.ts';
import type { DataPath } from '../document.ts';
import { descriptionAt, knownKeysAt } from '../schema-keys.ts';
import { dataOf, entryOf } from '../source/source-node.ts';
import type { SourceNode } from '../source/source-node.ts';
import { ProblemList } from '../source/source-problem.ts';
import type { SourceProblem } from '../source/source-problem.ts';
import type { SourceView } from '../source/source-view.ts';
import { correctionHint, describeExpectation, describeValue } from './value-labels.ts';

type Issue = z.core.$ZodIssue;

/** Converts the issues of a schema validation to problems. `base` is the path of the validated value. */
export function shapeProblems(
  view: SourceView,
  schema: z.ZodType,
  base: DataPath,
  error: z.ZodError,
): readonly SourceProblem[] {
  const converter = new IssueConverter(view, schema, base);
  for (const issue of error.issues) converter.add(issue, base);
  return converter.finish();
}

/** Further unknown keys of a map are reported without a suggestion, whose search takes long. */
const MAX_UNKNOWN_KEYS = 100;

class IssueConverter {
  readonly #view: SourceView;
  readonly #schema: z.ZodType;
  readonly #base: DataPath;
  readonly #problems = new ProblemList();
  readonly #missing: DataPath[] = [];
  /** The paths, each as a JSON string, of known keys that the text misspells. They are not reported as missing. */
  readonly #misspelled = new Set<string>();

  constructor(view: SourceView, schema: z.ZodType, base: DataPath) {
    this.#view = view;
    this.#schema = schema;
    this.#base = base;
  }

  /** @param issueBase the path that the issue's path is relative to */
  add(issue: Issue, issueBase: DataPath): void {
    const path: DataPath = [
      ...issueBase,
      ...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step)),
    ];
    const node = this.#view.node(path);
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, MAX_UNKNOWN_KEYS)) this.#addUnknownKey([...path, key]);
      for (const key of issue.keys.slice(MAX_UNKNOWN_KEYS)) this.#addUnadvisedKey([...path, key]);
    } else if (!node) {
      this.#missing.push(path);
    } else if (issue.code === 'invalid_union') {
      this.#addUnion(issue, path, node);
    } else {
      this.#addInvalidValue(issue, path, node);
    }
  }

  /** Adds the missing keys, which are known only after all misspelled ones. */
  finish(): readonly SourceProblem[] {
    for (const path of this.#missing) {
      if (!this.#misspelled.has(JSON.stringify(path))) this.#addMissingKey(path);
    }
    return this.#problems.all;
  }

  #addUnknownKey(path: DataPath): void {
    const parent = path.slice(0, -1);
    const spelling = this.#view.keyNameOf(path);
    const map = this.#view.node(parent);
    const cut = findCutValue(map, path.at(-1));
    if (cut !== undefined) {
      const value = `the value of "${this.#view.keyNameOf([...parent, cut])}"`;
      const message = `Unknown key "${spelling}"${this.#inParent(parent)}. A comma ends a value between "{" and "}": put ${value} in quotes.`;
      this.#problems.error('unknown-key', message, path, this.#view.keyRangeOf(path));
      return;
    }
    const known = knownKeysAt(this.#schema, parent.slice(this.#base.length));
    const unused = known.filter((key) => !entryOf(map, key));
    const keysBySpelling = new Map(unused.map((key) => [this.#view.keyNameOf([...parent, key]), key]));
    const suggestion = findNearest(spelling, keysBySpelling.keys());
    if (suggestion !== undefined) {
      this.#misspelled.add(JSON.stringify([...parent, keysBySpelling.get(suggestion)]));
    }
    const knownSpellings = known.map((key) => this.#view.keyNameOf([...parent, key])).join(', ');
    const advice =
      suggestion !== undefined
        ? ` Did you mean "${suggestion}"?`
        : known.length > 0
          ? ` Remove it. The known keys are ${knownSpellings}.`
          : ' Remove it.';
    const message = `Unknown key "${spelling}"${this.#inParent(parent)}.${advice}`;
    this.#problems.error('unknown-key', message, path, this.#view.keyRangeOf(path), suggestion);
  }

  #addUnadvisedKey(path: DataPath): void {
    const message = `Unknown key "${String(path.at(-1))}"${this.#inParent(path.slice(0, -1))}.`;
    this.#problems.error('unknown-key', message, path, this.#view.keyRangeOf(path));
  }

  #addMissingKey(path: DataPath): void {
    const parent = path.slice(0, -1);
    const description = descriptionAt(this.#schema, path.slice(this.#base.length));
    const explanation =
      description === undefined ? '' : ` ${description.endsWith('.') ? description : `${description}.`}`;
    const message = `Missing key ${this.#view.describePath(path)}${this.#inParent(parent)}.${explanation}`;
    this.#problems.error('missing-key', message, path, this.#view.highlightRangeOf(parent));
  }

  #inParent(parent: DataPath): string {
    return parent.length === 0 ? '' : ` in ${this.#view.describePath(parent)}`;
  }

  /**
   * Reports the issues of the union member whose type fits the value. If no member fits, reports one problem that lists
   * all expected types.
   */
  #addUnion(issue: z.core.$ZodIssueInvalidUnion, path: DataPath, node: SourceNode): void {
    const branches = issue.errors;
    const intended = branches
      .filter((branch) => !branch.some((branchIssue) => branchIssue.path.length === 0 && isTypeMismatch(branchIssue)))
      .sort((a, b) => a.length - b.length)[0];
    if (intended) {
      for (const branchIssue of intended) this.add(branchIssue, path);
      return;
    }
    const expected = branches.flatMap((branch) => branch.slice(0, 1).map(describeExpectation));
    if (expected.length > 0) this.#addWrongType(expected.join(' or '), undefined, path, node);
    else this.#addError('wrong-value', `${this.#view.describePath(path)} is invalid: ${issue.message}.`, path);
  }

  #addInvalidValue(issue: Issue, path: DataPath, node: SourceNode): void {
    const name = this.#view.describePath(path);
    const data = dataOf(node);
    switch (issue.code) {
      case 'invalid_type':
        this.#addWrongType(describeExpectation(issue), issue.expected, path, node);
        return;
      case 'invalid_value': {
        const values = issue.values.map(String);
        const nearest =
          node.kind === 'scalar' && node.value !== null ? findNearest(String(node.value), values) : undefined;
        const expected = values.length > 1 ? `one of ${values.join(', ')}` : (values[0] ?? '');
        const isNewer = typeof data === 'number' && issue.values.every((value) => Number(value) < data);
        const advice = isNewer ? ' It can be a value of a newer version of Holdfast.' : formatSuggestion(nearest);
        const message = `${name} must be ${expected}, but is ${describeValue(data)}.${advice}`;
        this.#addError('wrong-value', message, path, isNewer ? undefined : nearest);
        return;
      }
      case 'too_small':
        this.#addError('wrong-value', tooSmallMessage(issue, name), path);
        return;
      case 'too_big':
        this.#addError('wrong-value', `${name} must be at most ${issue.maximum}, but is ${describeValue(data)}.`, path);
        return;
      case 'invalid_format': {
        const value = typeof data === 'string' ? `"${data}"` : describeValue(data);
        this.#addError('wrong-value', `Invalid value ${value} for ${name}. ${issue.message}.`, path);
        return;
      }
      default:
        this.#addError('wrong-value', `${name} is invalid: ${issue.message}.`, path);
    }
  }

  #addWrongType(expected: string, type: string | undefined, path: DataPath, node: SourceNode): void {
    const data = dataOf(node);
    const written = this.#view.writtenScalar(node);
    const message = `${this.#view.describePath(path)} must be ${expected}, but is ${describeValue(data, written)}.`;
    this.#addError('wrong-type', message + correctionHint(type, data, written), path);
  }

  #addError(code: string, message: string, path: DataPath, suggestion?: string): void {
    this.#problems.error(
      code,
      path.length === 0 ? capitalize(message) : message,
      path,
      this.#view.highlightRangeOf(path),
      suggestion,
    );
  }
}

/** The key in front of an entry of a flow map that is only a part of the value of that key: `{ signature: () (A, error) }`. */
function findCutValue(map: SourceNode | undefined, key: PropertyKey | undefined): string | undefined {
  if (map?.kind !== 'map' || map.style !== 'flow') return undefined;
  const at = map.entries.findIndex((entry) => entry.key === key);
  const [before, entry] = [map.entries[at - 1], map.entries[at]];
  const isBare = entry?.node.kind === 'scalar' && entry.node.value === null && entry.node.start >= entry.node.end;
  const isPlain =
    before?.node.kind === 'scalar' && before.node.style === 'plain' && typeof before.node.value === 'string';
  return isBare && isPlain ? before.key : undefined;
}

/** Whether a union member does not match because the value has a different type. */
function isTypeMismatch(issue: Issue): boolean {
  return issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union';
}

function tooSmallMessage(issue: z.core.$ZodIssueTooSmall, name: string): string {
  const minimum = Number(issue.minimum);
  if (issue.origin === 'string') return `${name} must not be empty.`;
  if (issue.origin === 'array') return `${name} must have at least ${formatCount(minimum, 'item')}.`;
  return `${name} must be ${issue.inclusive === true ? 'at least' : 'more than'} ${minimum}.`;
}

/** A message about the whole contract starts with its description in words, others with a quoted key or a path. */
function capitalize(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
