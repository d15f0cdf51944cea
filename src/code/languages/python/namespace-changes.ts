import { targetNames } from './statement-text.ts';

/** The dictionary of the module, or the module itself. */
const NAMESPACE = String.raw`(?:\bglobals\s*\(\s*\)|\b(?:sys\s*\.\s*)?modules\s*\[\s*__name__\s*\](?:\s*\.\s*__dict__)?)`;
const MENTION = new RegExp(NAMESPACE);
const ALIAS = new RegExp(String.raw`\b(\w+)\s*=\s*${NAMESPACE}\s*$`);

/**
 * Finds the statements that add names to a module by its namespace: `globals()[name] = value`, `globals().update(…)` and
 * `setattr(sys.modules[__name__], name, value)`, also through a variable.
 */
export class NamespaceChanges {
  readonly #isMentioned: boolean;
  readonly #namespaces = [NAMESPACE];
  #change = changeOf(NAMESPACE);

  /** @param text the text of the module */
  constructor(text: string) {
    // Most modules have no such statement, so their lines are not searched.
    this.#isMentioned = MENTION.test(text);
  }

  /** @param readLine the text of a logical line, without strings. Lines are passed in text order. */
  isChange(readLine: () => string): boolean {
    if (!this.#isMentioned) return false;
    const line = readLine();
    const alias = ALIAS.exec(line)?.[1];
    if (alias !== undefined) {
      this.#namespaces.push(String.raw`\b${alias}`);
      this.#change = changeOf(`(?:${this.#namespaces.join('|')})`);
    }
    return this.#change.test(line);
  }
}

/** The names that a statement of the top level deletes from the namespace of the module; `*` for all names. */
export function deletedNames(statement: string): readonly string[] {
  if (/^del\b/.test(statement)) {
    // `del a, globals()["b"]` deletes `a` and `b`.
    const targets = statement.slice('del'.length).replace(ITEM, '$1').replace(ATTRIBUTE, '$1');
    return (targetNames(targets, 0, targets.length) ?? []).map(({ name }) => name);
  }
  if (!statement.includes('(')) return [];
  if (CLEARED.test(statement)) return ['*'];
  const names: readonly (string | undefined)[] = DELETION.exec(statement)?.slice(1) ?? [];
  return names.flatMap((name) => name ?? []);
}

/** The dictionary of the module at its top level, or the module itself. */
const OWN_NAMESPACE = String.raw`(?:${NAMESPACE}|\b(?:vars|locals)\s*\(\s*\))`;
const QUOTED = String.raw`["'](\w+)["']`;
const ITEM = new RegExp(String.raw`${OWN_NAMESPACE}\s*\[\s*${QUOTED}\s*\]`, 'g');
const ATTRIBUTE = new RegExp(String.raw`${NAMESPACE}\s*\.\s*(\w+)\s*(?=$|[,)\]])`, 'g');
/** Calls that delete one name. */
const DELETION = new RegExp(
  String.raw`^(?:\w+\s*=\s*)?(?:${OWN_NAMESPACE}\s*\.\s*(?:pop|__delitem__)\s*\(\s*${QUOTED}\s*[,)]|delattr\s*\(\s*${NAMESPACE}\s*,\s*${QUOTED}\s*\))`,
);
const CLEARED = new RegExp(String.raw`^${OWN_NAMESPACE}\s*\.\s*clear\s*\(\s*\)`);

function changeOf(namespace: string): RegExp {
  const methods = String.raw`\.\s*(?:(?:update|setdefault|__setitem__)\b|__class__\s*=(?!=))`;
  // A module that is replaced has the names of another object.
  const replaced = String.raw`\bmodules\s*\[\s*__name__\s*\]\s*=(?!=)`;
  return new RegExp(
    String.raw`${namespace}\s*(?:\[.*\]\s*=(?!=)|${methods})|\bsetattr\s*\(\s*${namespace}|${replaced}`,
    's',
  );
}
