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

  /** The name that a logical line certainly deletes from the namespace; `*` for all names. */
  deletedName(readLine: () => string): string | undefined {
    if (!this.#isMentioned) return undefined;
    const line = readLine();
    if (CLEARED.test(line)) return '*';
    const names: readonly (string | undefined)[] = DELETIONS.exec(line) ?? [];
    return names.slice(1).find((name) => name !== undefined);
  }
}

/** Calls and statements that delete one name, or all. */
const DELETIONS = new RegExp(
  String.raw`^(?:\w+\s*=\s*)?(?:del\s+NS\s*\[\s*Q\s*\]|NS\s*\.\s*(?:pop|__delitem__)\s*\(\s*Q\s*[,)]|delattr\s*\(\s*NS\s*,\s*Q\s*\))`
    .replaceAll('NS', NAMESPACE)
    .replaceAll('Q', String.raw`["'](\w+)["']`),
);
const CLEARED = new RegExp(String.raw`^${NAMESPACE}\s*\.\s*clear\s*\(\s*\)`);

function changeOf(namespace: string): RegExp {
  const methods = String.raw`\.\s*(?:(?:update|setdefault|__setitem__)\b|__class__\s*=(?!=))`;
  // A module that is replaced has the names of another object.
  const replaced = String.raw`\bmodules\s*\[\s*__name__\s*\]\s*=(?!=)`;
  return new RegExp(
    String.raw`${namespace}\s*(?:\[.*\]\s*=(?!=)|${methods})|\bsetattr\s*\(\s*${namespace}|${replaced}`,
    's',
  );
}
