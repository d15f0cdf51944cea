import { dataOf } from '../../../contract/source/source-node.ts';
import { parseSource } from '../../../contract/source/parse-source.ts';
import { LineMap } from '../../../foundation/position.ts';
import { kindOfScenarioFile } from '../files/scenario-set.ts';
import type { ScenarioSource } from '../files/scenario-source.ts';
import { HiddenTexts } from './hidden-texts.ts';

/** The size of all texts up to which output is searched for them. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Keys and values of these names say nothing about a scenario. */
const PUBLIC_WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null']);

/**
 * Reads everything that no model may see: all files of the folder of scenarios, of other scenarios and of twins too.
 * `undefined` if they are so large that output cannot be searched for them. Then no output may be shown.
 */
export async function readHiddenTexts(source: ScenarioSource): Promise<HiddenTexts | undefined> {
  const texts: string[] = [];
  const values: string[] = [];
  let bytes = 0;
  for (const file of await source.listFiles()) {
    const content = await source.readFile(file);
    if (content === undefined) continue;
    bytes += content.byteLength;
    if (bytes > MAX_BYTES) return undefined;
    const text = content.toString('utf8');
    texts.push(text);
    values.push(...file.split('/'));
    if (kindOfScenarioFile(file) !== undefined) values.push(...valuesOf(file, text));
    else values.push(...scriptValues(text));
  }
  return new HiddenTexts(texts, values);
}

/** The values of a scenario file, their words, and the keys that people chose. */
function valuesOf(file: string, text: string): readonly string[] {
  const { root } = parseSource(file, text, new LineMap(text));
  return root === undefined ? [] : scalarsOf(dataOf(root), false).filter((value) => !PUBLIC_WORDS.has(value));
}

/** The keys of sentences for people. Single words of them say nothing, only their numbers do. */
const SENTENCE_KEYS: ReadonlySet<string> = new Set(['title', 'description', 'message', 'condition', 'question']);

function scalarsOf(data: unknown, isSentence: boolean): readonly string[] {
  if (typeof data === 'string') return [data, ...wordsOf(data).filter((word) => !isSentence || /\d/.test(word))];
  if (typeof data === 'number') return [String(data)];
  if (Array.isArray(data)) return data.flatMap((item) => scalarsOf(item, isSentence));
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => [
    ...(isSchemaKey(key) ? [] : [key]),
    ...scalarsOf(value, SENTENCE_KEYS.has(key)),
  ]);
}

/** The words and numbers of a command, a URL or a pattern, in the longest and the shortest form. */
function wordsOf(text: string): readonly string[] {
  const long = text.split(/[^\p{L}\p{N}._-]+/u);
  const short = text.split(/[^\p{L}\p{N}]+/u);
  return [...new Set([...long, ...short])].filter((word) => word.length > 1);
}

/** The keys of the formats, which are documented. Other keys are data of the scenario, such as fields of a request. */
const SCHEMA_KEYS: ReadonlySet<string> = new Set([
  ...[
    '$schema',
    'id',
    'title',
    'description',
    'covers',
    'trajectories',
    'timeoutSeconds',
    'seed',
    'variables',
    'twins',
  ],
  ...['files', 'network', 'steps', 'acceptance', 'failure', 'command', 'request', 'url', 'method', 'headers', 'body'],
  ...['script', 'arguments', 'interpreter', 'input', 'environment', 'setup', 'reaches', 'background', 'port', 'ready'],
  ...['http', 'tcp', 'output', 'exitCodes', 'exitCode', 'status', 'type', 'message', 'condition', 'check', 'judgement'],
  ...['step', 'pattern', 'flags', 'target', 'file', 'expected', 'schema', 'not', 'every', 'path', 'question'],
]);

function isSchemaKey(key: string): boolean {
  return SCHEMA_KEYS.has(key);
}

/** Quoted texts in scripts, and numbers: expected values are usually written as one of them. */
function scriptValues(text: string): readonly string[] {
  return [...text.matchAll(/(["'`])((?:\\.|(?!\1)[^\\\n]){1,200})\1|\b\d[\d_.]*\b/g)].map(
    ([number, , quoted]) => quoted ?? number,
  );
}
