/** Finds the declarations of a script that a JSDoc tag marks as values or messages of an interface. */
import type { ts } from 'ts-morph';
import { unwrapExpression } from '../../../code/declarations/unwrap-expression.ts';
import type { TypeScript } from '../../../code/language/typescript-parser.ts';
import { constantsOf, evaluateConstant, evaluateType, type Constants, type Scalar } from './constant-value.ts';
import type { ObjectChanges } from './object-uses.ts';
import { WrittenNames } from './written-names.ts';

/** A named value with its unit and its line. `value` is `undefined` if it is not a constant. */
export interface MarkedValue {
  readonly name: string;
  readonly value: Scalar | undefined;
  /** Set if it can have another value than its text states: code writes to it, or receives its object and can do so. */
  readonly change?: 'written' | 'received' | undefined;
  readonly unit: string | undefined;
  /** 1-based. */
  readonly line: number;
}

/**
 * A marked declaration.
 *
 * - `@interface <id>.<parameter>` on a constant, or `@interface <id>` on an object or type with one parameter per property
 * - `@message <id>.<name>` on an object or type with the properties of one message
 * - `@messages <id>` on a list of objects with a `name`, or an object with one object per message
 */
export interface MarkedDeclaration {
  readonly tag: 'interface' | 'message' | 'messages';
  /** What follows the tag: an interface, usually with a parameter or the name of a message. */
  readonly target: string;
  /** 1-based. */
  readonly line: number;
  /** Empty if the declaration has no form that the tag expects. */
  readonly values: readonly MarkedValue[];
  /** The messages of the tag `messages`. */
  readonly messages: readonly MarkedMessage[];
}

export interface MarkedMessage {
  readonly name: string;
  readonly line: number;
  readonly properties: readonly MarkedValue[];
}

const TAGS = ['interface', 'message', 'messages'] as const;

/**
 * Lists the marked declarations of a script, in source order.
 *
 * @param changesOf what code changes of an object that the script declares
 */
export function findMarkedDeclarations(
  typescript: TypeScript,
  source: ts.SourceFile,
  changesOf: (name: string) => ObjectChanges,
): readonly MarkedDeclaration[] {
  const reader = new DeclarationReader(typescript, source, changesOf);
  return source.statements.flatMap((statement) => reader.read(statement));
}

/** The units that tags of one comment name: `@unit ms` for the value, `@unit cycle_time ms` for a property. */
interface Units {
  readonly own: string | undefined;
  readonly byProperty: ReadonlyMap<string, string>;
}

class DeclarationReader {
  readonly #ts: TypeScript;
  readonly #source: ts.SourceFile;
  readonly #constants: Constants;
  readonly #written: WrittenNames;
  readonly #changesOf: (name: string) => ObjectChanges;

  constructor(typescript: TypeScript, source: ts.SourceFile, changesOf: (name: string) => ObjectChanges) {
    this.#changesOf = changesOf;
    this.#ts = typescript;
    this.#source = source;
    this.#constants = constantsOf(typescript, source);
    this.#written = new WrittenNames(typescript, source);
  }

  read(statement: ts.Statement): readonly MarkedDeclaration[] {
    const tags = this.#tagsAt(statement);
    const marks = tags.flatMap(({ name, text }) => {
      const tag = TAGS.find((known) => known === name);
      return tag === undefined ? [] : [{ tag, target: text.split(/\s/)[0] ?? '' }];
    });
    if (marks.length === 0) return [];
    const units = unitsOf(tags);
    return marks.map(({ tag, target }) => ({
      tag,
      target,
      line: this.#lineOf(statement),
      ...(tag === 'messages'
        ? this.#messagesOf(statement, units)
        : { values: this.#valuesOf(statement, units), messages: [] }),
    }));
  }

  /** The properties of an object or a type; a constant is one value with its own name. */
  #valuesOf(statement: ts.Statement, units: Units): readonly MarkedValue[] {
    const ts = this.#ts;
    if (ts.isInterfaceDeclaration(statement)) return this.#membersOf(statement.members, units);
    if (ts.isTypeAliasDeclaration(statement)) {
      return ts.isTypeLiteralNode(statement.type) ? this.#membersOf(statement.type.members, units) : [];
    }
    const declared = this.#initializerOf(statement);
    if (declared === undefined) return [];
    const { name, initializer } = declared;
    const isAssigned = this.#written.isAssigned(name);
    if (ts.isObjectLiteralExpression(initializer)) {
      const { members, isWritten } = this.#changesOfValue(declared);
      return this.#propertiesOf(initializer, units).map((one) =>
        isAssigned || hasKey(members, one.name) ? changed(one, isAssigned || isWritten) : one,
      );
    }
    const value = { name, unit: units.own, line: this.#lineOf(statement) };
    if (isAssigned) return [changed({ ...value, value: undefined }, true)];
    return [{ ...value, value: evaluateConstant(ts, initializer, this.#constants) }];
  }

  /** The messages, and as a value without a value each part of the list that can have others. */
  #messagesOf(statement: ts.Statement, units: Units): Pick<MarkedDeclaration, 'values' | 'messages'> {
    const ts = this.#ts;
    const declared = this.#initializerOf(statement);
    if (declared === undefined) return { values: [], messages: [] };
    const { name, initializer } = declared;
    const values: MarkedValue[] = [];
    const messages: MarkedMessage[] = [];
    const addUnreadable = (node: ts.Node, what: string): void => {
      values.push({ name: what, value: undefined, unit: undefined, line: this.#lineOf(node) });
    };
    const addMessage = (node: ts.Node, value: ts.Expression, key: string | undefined): void => {
      const item = unwrapExpression(ts, value);
      if (!ts.isObjectLiteralExpression(item)) {
        addUnreadable(node, key ?? node.getText(this.#source));
        return;
      }
      const read = this.#propertiesOf(item, units);
      const message = key ?? read.find((one) => one.name === 'name')?.value;
      const properties = key === undefined ? read.filter((one) => one.name !== 'name') : read;
      if (typeof message === 'string') messages.push({ name: message, line: this.#lineOf(node), properties });
      else addUnreadable(node, 'name');
    };
    if (ts.isArrayLiteralExpression(initializer)) {
      for (const element of initializer.elements) addMessage(element, element, undefined);
    } else if (ts.isObjectLiteralExpression(initializer)) {
      for (const property of initializer.properties) {
        const key = property.name === undefined ? undefined : this.#nameOf(property.name);
        if (key === undefined || !ts.isPropertyAssignment(property))
          addUnreadable(property, property.getText(this.#source));
        else addMessage(property, property.initializer, key);
      }
    }
    const { members, parts, isWritten } = this.#changesOfValue(declared);
    // The members of a list have no names that its messages are known by.
    const isList = ts.isArrayLiteralExpression(initializer) && members.size > 0;
    const isAssigned = this.#written.isAssigned(name);
    if (isAssigned || members.has('*') || isList) {
      const list = { name, value: undefined, unit: undefined, line: this.#lineOf(statement) };
      values.push(changed(list, isAssigned || isWritten));
    }
    const isChanged = ({ name: message }: MarkedMessage): boolean =>
      hasKey(members, message) || hasKey(parts, ts.isArrayLiteralExpression(initializer) ? undefined : message);
    return {
      values,
      messages: messages.map((one) =>
        isChanged(one) ? { ...one, properties: one.properties.map((each) => changed(each, isWritten)) } : one,
      ),
    };
  }

  /** What code changes of the value of a declaration, also its own methods. A frozen object keeps its members. */
  #changesOfValue({ name, initializer, isFrozen }: DeclaredValue): ObjectChanges {
    const changes = this.#changesOf(name);
    const { parts, isWritten } = changes;
    if (isFrozen) return { members: NONE, parts, isWritten };
    return containsThis(this.#ts, initializer) ? { members: ALL, parts: ALL, isWritten } : changes;
  }

  /** Of several properties with one name, the last one counts, and a part that can have any name decides none before it. */
  #propertiesOf(object: ts.ObjectLiteralExpression, units: Units): readonly MarkedValue[] {
    const names = object.properties.map(({ name }) => (name === undefined ? undefined : this.#nameOf(name)));
    return object.properties.flatMap((property, at) => {
      const name = names[at];
      if (name === undefined || names.lastIndexOf(name) !== at) return [];
      // A spread, or a computed name.
      const isReplaceable = names.indexOf(undefined, at) >= 0;
      const initializer = this.#ts.isPropertyAssignment(property)
        ? property.initializer
        : this.#ts.isShorthandPropertyAssignment(property)
          ? property.name
          : undefined;
      const isKnown = initializer !== undefined && !isReplaceable;
      const value = isKnown ? evaluateConstant(this.#ts, initializer, this.#constants) : undefined;
      return [{ name, value, unit: this.#unitOf(property, name, units), line: this.#lineOf(property) }];
    });
  }

  #membersOf(members: readonly ts.TypeElement[], units: Units): readonly MarkedValue[] {
    return members.flatMap((member) => {
      if (!this.#ts.isPropertySignature(member) || member.type === undefined) return [];
      const name = this.#nameOf(member.name);
      if (name === undefined) return [];
      const value = evaluateType(this.#ts, member.type);
      return [{ name, value, unit: this.#unitOf(member, name, units), line: this.#lineOf(member) }];
    });
  }

  /** The only constant of a statement. */
  #initializerOf(statement: ts.Statement): DeclaredValue | undefined {
    if (!this.#ts.isVariableStatement(statement)) return undefined;
    const [declaration, ...others] = statement.declarationList.declarations;
    if (declaration?.initializer === undefined || others.length > 0) return undefined;
    if (!this.#ts.isIdentifier(declaration.name)) return undefined;
    const value = unwrapExpression(this.#ts, declaration.initializer);
    const isFrozen = this.#ts.isCallExpression(value) && value.expression.getText(this.#source) === 'Object.freeze';
    const frozen = isFrozen ? value.arguments[0] : undefined;
    const initializer = frozen ? unwrapExpression(this.#ts, frozen) : value;
    return { name: declaration.name.text, initializer, isFrozen: frozen !== undefined };
  }

  #unitOf(node: ts.Node, name: string, units: Units): string | undefined {
    return unitsOf(this.#tagsAt(node)).own ?? units.byProperty.get(name);
  }

  #nameOf(name: ts.PropertyName): string | undefined {
    return this.#ts.isIdentifier(name) || this.#ts.isStringLiteralLike(name) ? name.text : undefined;
  }

  /**
   * The tags of the JSDoc comments of a node. The parser does not attach a comment that follows a brace or a comma on the
   * same line, as in `{ /** @unit ms *\/ cycle_time: 10 }`.
   */
  #tagsAt(node: ts.Node): readonly Tag[] {
    const { text } = this.#source;
    const start = node.getStart(this.#source);
    const sameLine = (this.#ts.getTrailingCommentRanges(text, node.pos) ?? []).filter(
      ({ end }) => !text.slice(end, start).includes('\n'),
    );
    return [...sameLine, ...(this.#ts.getLeadingCommentRanges(text, node.pos) ?? [])]
      .map(({ pos, end }) => text.slice(pos, end))
      .filter((comment) => comment.startsWith('/**'))
      .flatMap(readTags);
  }

  #lineOf(node: ts.Node): number {
    return this.#source.getLineAndCharacterOfPosition(node.getStart(this.#source)).line + 1;
  }
}

/** A variable that a statement declares. */
interface DeclaredValue {
  readonly name: string;
  readonly initializer: ts.Expression;
  readonly isFrozen: boolean;
}

const NONE: ReadonlySet<string> = new Set();
const ALL: ReadonlySet<string> = new Set(['*']);

/** @param key `undefined` for a member whose name is unknown */
function hasKey(keys: ReadonlySet<string>, key: string | undefined): boolean {
  return keys.has('*') || (key === undefined ? keys.size > 0 : keys.has(key));
}

function changed(value: MarkedValue, isWritten: boolean): MarkedValue {
  return { ...value, value: undefined, change: isWritten ? 'written' : 'received' };
}

function containsThis(typescript: TypeScript, node: ts.Node): boolean {
  if (node.kind === typescript.SyntaxKind.ThisKeyword) return true;
  return typescript.forEachChild(node, (child) => containsThis(typescript, child) || undefined) === true;
}

interface Tag {
  readonly name: string;
  readonly text: string;
}

/** The tags of a JSDoc comment. A line has tags if it starts with one; a tag in a sentence is text. */
function readTags(comment: string): readonly Tag[] {
  return comment
    .slice('/**'.length, -'*/'.length)
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*\*?/, '').trim())
    .filter((line) => line.startsWith('@'))
    .flatMap((line) => line.slice(1).split(/\s@/))
    .map((tag) => {
      const [name = '', ...words] = tag.trim().split(/\s+/);
      return { name, text: words.join(' ') };
    });
}

function unitsOf(tags: readonly Tag[]): Units {
  const byProperty = new Map<string, string>();
  let own: string | undefined;
  for (const { name, text } of tags) {
    if (name !== 'unit' || text === '') continue;
    const [first = '', ...rest] = text.split(/\s+/);
    if (rest.length === 0) own = first;
    else byProperty.set(first, rest.join(' '));
  }
  return { own, byProperty };
}
