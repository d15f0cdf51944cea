import type { ComparedFile, Difference } from './compared-file.ts';
import type { GoTruth } from './truth.ts';

/** Compares the declarations, their positions, the imports, the functions and the signatures of one file. */
export function compareGoFile({
  file,
  text,
  truth,
  index,
  language,
  count,
  maxSignatures,
}: ComparedFile<GoTruth>): readonly Difference[] {
  const differences: Difference[] = [];
  const differ = (detail: string, reason?: string): void => {
    differences.push({ file, reason, detail });
  };
  const record = index.moduleOf(file);
  if (record === undefined) return [];
  const isImportable = !truth.isIgnored && !file.endsWith('_test.go') && !/(?:^|\/)[_.][^/]*$/.test(file);
  const declared = truth.declarations.map(({ name, kind, line }) => {
    const isExported = isImportable && /^\p{Lu}/u.test(name);
    return `${isExported ? 'export' : 'own'} ${kind} ${name} ${line}`;
  });
  const found = [
    ...record.exports.map(({ name, kind, line }) => `export ${kind} ${name} ${line}`),
    ...(record.internals ?? []).map(({ name, kind, line }) => `own ${kind} ${name} ${line}`),
  ];
  count('declarations', declared.length);
  count('exports', record.exports.length);
  for (const one of declared) if (!found.includes(one)) differ(`${one} is missing`);
  for (const one of found) if (!declared.includes(one)) differ(`${one} does not exist`);
  if (found.length !== declared.length) differ(`${found.length} and not ${declared.length} declarations`);
  const paths = record.imports.map(({ specifier }) => specifier);
  if (paths.join('\n') !== truth.imports.join('\n')) differ(`imports ${paths.join(' ')}`);
  const isIgnored = truth.isIgnored || /(?:^|\/)[_.][^/]*$/.test(file);
  if (record.packageName !== (isIgnored ? undefined : truth.package)) {
    const reason = truth.isIgnored ? 'a constraint contradicts itself without the tag "ignore"' : undefined;
    differ(`package ${record.packageName ?? ''}`, reason);
  }
  compareFunctions();
  return differences;

  function compareFunctions(): void {
    const functions = truth.functions.filter(({ name }) => !/^\.|(?:^|\.)_$/.test(name));
    const listed = new Set(language.functionsOf(file, text).map(({ name }) => name));
    for (const { name, hasBody } of functions) {
      if (hasBody && !listed.has(name)) differ(`function ${name} is missing`);
      if (!hasBody && listed.has(name)) differ(`function ${name} has no body`);
    }
    for (const { name, signature } of functions.slice(0, maxSignatures)) {
      if (functions.filter((one) => one.name === name).length > 1) continue;
      count('signatures');
      const comparison = language.compareSignature(text, name, signature);
      if (comparison?.passed !== true) {
        differ(`signature of ${name}: ${signature} | ${comparison?.actual ?? ''} | ${comparison?.error ?? ''}`);
      }
      const other = signature.replace(/^((?:\[[^(]*\])?)\(/, '$1(added chan<- added, ');
      if (/\(added chan<- added, (?=\w+ |\w+, |\))/.test(other)) {
        if (language.compareSignature(text, name, other)?.passed === true)
          differ(`signature of ${name}: ${other} passes`);
      }
    }
  }
}
