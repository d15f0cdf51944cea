import type { SignatureQuestion } from '../../code/types/type-tier.ts';
import type { Answer, Question } from '../check-definition.ts';
import { someOf } from '../wording/excerpt.ts';
import { nearestName } from '../wording/nearest-name.ts';
import { requireModule } from './export-search.ts';
import { functionsIn } from './function-search.ts';
import type { TypeQuestionKind } from './type-batch.ts';

/**
 * Asks the type checker about a name of a file. A name that the file does not have is answered without it (ENF-VAL-19).
 * Where no file is named, the first file that exports the name is asked.
 */
export async function askTypes(
  kind: TypeQuestionKind,
  name: string,
  expected: string,
  question: Question,
): Promise<Answer> {
  const { resource, evidence, types } = question;
  const [outer = name] = name.split('.');
  const file = await fileOf(outer, question);
  if (file === undefined) {
    const near = nearestName(outer, evidence.index.allExportNames());
    const hint = near === undefined ? '' : `; the nearest is ${near}`;
    return { passed: false, tier: 2, expected: `${name}: ${expected}`, actual: `No file exports ${outer}${hint}` };
  }
  await requireModule(file, name, evidence);
  const missing = await missingFrom(file, outer, name, question);
  if (missing) return { ...missing, expected: `${name}: ${expected}` };
  const asked: SignatureQuestion = { file, name, expected };
  const answer = await types.ask(kind, asked);
  return {
    passed: answer.passed,
    tier: 3,
    expected: answer.expected,
    actual: answer.actual,
    error: answer.error,
    location: answer.location ?? placeOf(outer, file, resource.location !== undefined, question),
  };
}

async function fileOf(outer: string, { resource, evidence }: Question): Promise<string | undefined> {
  if (resource.location === undefined) return evidence.index.filesExporting(outer)[0];
  const files = await evidence.tree.filesMeantBy(resource.location);
  if (files.length <= 1) return files[0];
  return files.find((file) => evidence.index.findExport(file, outer));
}

/** Says what there is instead where a file neither exports the name nor declares a function of that name. */
async function missingFrom(
  file: string,
  outer: string,
  name: string,
  { evidence }: Question,
): Promise<Answer | undefined> {
  if (evidence.index.findExport(file, outer)) return undefined;
  const record = evidence.index.moduleOf(file);
  if (!record || record.exports.some((one) => one.name === 'export=')) return undefined;
  // A name that is declared and not exported can be asked about; whether it is a declaration the checker knows best.
  if (hasWord(await evidence.tree.readText(file), outer)) return undefined;
  const functions = await functionsIn(file, evidence);
  const names = [...evidence.index.exportsOf(file).map((one) => one.name), ...functions.map((one) => one.name)];
  const near = nearestName(name, names) ?? nearestName(outer, names);
  const given =
    names.length === 0 ? `${file} has no exports` : `${file} has ${someOf([...new Set(names)])}, and no ${outer}`;
  return {
    passed: false,
    tier: 2,
    actual: near === undefined ? given : `${given}; the nearest is ${near}`,
    location: { file, line: 1, column: 1 },
  };
}

function placeOf(outer: string, file: string, named: boolean, { evidence }: Question): Answer['location'] {
  const found = evidence.index.findExport(file, outer);
  if (found) return { file: found.file, line: found.line, column: found.column };
  return named ? { file, line: 1, column: 1 } : undefined;
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const around = `${text.charAt(at - 1)} ${text.charAt(at + word.length)}`;
    if (!/[\p{ID_Continue}$]/u.test(around)) return true;
  }
  return false;
}
