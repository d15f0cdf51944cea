import type { ComparedFile, Difference } from './compared-file.ts';
import type { PythonTruth } from './truth.ts';

const KINDS: Readonly<Record<string, string>> = { function: 'function', class: 'class', variable: 'var', type: 'type' };

const VARIED = 'definitions in several branches, which must all have the signature';
const PRINTED_STRING = '`ast` prints a raw string in another form, and strings are compared as text';

/** Compares the exports, their positions, the functions and the signatures of one file. */
export function comparePythonFile({
  file,
  text,
  truth,
  index,
  language,
  count,
  maxSignatures,
}: ComparedFile<PythonTruth>): readonly Difference[] {
  const differences: Difference[] = [];
  const differ = (detail: string, reason?: string): void => {
    differences.push({ file, reason, detail });
  };
  const record = index.moduleOf(file);
  if (record === undefined || truth.raises || truth.rejected !== undefined) return [];
  const own = new Set(record.exports.map(({ name }) => name));
  count('exports', truth.exports.length);
  for (const name of truth.exports)
    if (!own.has(name)) differ(`export ${name} is missing`, optionalImport(truth, name));
  const expected = new Set(truth.exports);
  for (const name of own) if (!expected.has(name)) differ(`export ${name} does not exist`);
  if (truth.computed !== (record.hasComputedExports === true)) differ('__all__ is computed');
  for (const { name, kind, line } of record.exports) {
    const bindings = truth.bound[name];
    if (bindings === undefined || kind === 'unknown') continue;
    count('positions');
    const isBound = bindings.some((one) => KINDS[one.kind] === kind && one.line === line);
    // A decorated definition starts at its name for `ast` as well; a target of several lines starts at its own.
    if (!isBound) differ(`${kind} ${name} is not at line ${line}: ${JSON.stringify(bindings)}`);
  }
  compareFunctions();
  return differences;

  function compareFunctions(): void {
    const listed = new Set(language.functionsOf(file, text).map(({ name }) => name));
    const implemented = truth.functions.filter((one) => !one.decorators.some((name) => /(?:^|\.)overload$/.test(name)));
    for (const { name } of implemented) if (!listed.has(name)) differ(`function ${name} is missing`);
    // The function that reads a property is the property.
    const reading = implemented.filter((one) => !one.decorators.some((name) => /\.(?:setter|deleter)$/.test(name)));
    const last = new Map([...implemented, ...reading].map((one) => [one.name, one]));
    for (const { name, signature, parameters } of [...last.values()].slice(0, maxSignatures)) {
      if (truth.functions.some((one) => one.name === name && !implemented.includes(one))) continue;
      count('signatures');
      const comparison = language.compareSignature(text, name, signature);
      if (comparison?.passed !== true) {
        const isVaried = reading.filter((one) => one.name === name).length > 1;
        const reason = isVaried
          ? VARIED
          : /=\s*[\w.([]*[rRbBfF]+["']/.test(comparison?.actual ?? '')
            ? PRINTED_STRING
            : undefined;
        differ(`signature of ${name}: ${signature} | ${comparison?.actual ?? ''} | ${comparison?.error ?? ''}`, reason);
      }
      // One parameter more is another signature.
      const other = parameters.length === 0 ? '(added, /, *arguments, **more)' : signature.replace('(', '(added, ');
      if (language.compareSignature(text, name, other)?.passed === true)
        differ(`signature of ${name}: ${other} passes`);
    }
  }
}

/** `try: import ssl`, and `ssl = None` if it fails: the name is an import that is left out as other imports are. */
function optionalImport({ bound }: PythonTruth, name: string): string | undefined {
  const kinds = new Set(bound[name]?.map(({ kind }) => kind));
  const isOptional = kinds.has('import') && [...kinds].every((kind) => kind === 'import' || kind === 'variable');
  return isOptional ? 'an optional import whose fallback is a plain variable counts as an import' : undefined;
}
