import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { HoldfastError, messageOf } from '../shared/errors.ts';
import type { Recording } from './replay-format.ts';
import { recordingSchema } from './replay-format.ts';

const HINT = 'A recording is a YAML or JSON file as the documentation of the replay provider describes it.';

/** Reads a recording; throws a HoldfastError that names the file and what is wrong in it. */
export async function readRecording(path: string): Promise<Recording> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (thrown) {
    throw new HoldfastError('configuration', `Failed to read the recording ${path}: ${messageOf(thrown)}`, {
      cause: thrown,
      hint: 'Check the path after "replay:"; it is relative to the workspace folder.',
    });
  }
  return parseRecording(text, path);
}

/** Reads a recording's text, YAML or JSON. */
export async function parseRecording(text: string, name: string): Promise<Recording> {
  const { parse } = await import('yaml');
  let data: unknown;
  try {
    data = parse(text);
  } catch (thrown) {
    throw new HoldfastError('configuration', `Failed to read the recording ${name}: ${messageOf(thrown)}`, {
      cause: thrown,
      hint: HINT,
    });
  }
  const parsed = recordingSchema.safeParse(data);
  if (!parsed.success) {
    throw new HoldfastError('configuration', `Failed to read the recording ${name}: ${z.prettifyError(parsed.error)}`, {
      hint: HINT,
    });
  }
  return parsed.data;
}

/** Writes a recording whole, so that a reader never sees half of one. JSON where the name says so, else YAML. */
export async function writeRecording(path: string, recording: Recording): Promise<void> {
  const { stringify } = await import('yaml');
  const text = path.toLowerCase().endsWith('.json')
    ? `${JSON.stringify(recording, null, 2)}\n`
    : stringify(recording, { lineWidth: 0 });
  const beside = `${path}.${process.pid}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(beside, text, 'utf8');
    await rename(beside, path);
  } catch (thrown) {
    throw new HoldfastError('storage', `Failed to write the recording ${path}: ${messageOf(thrown)}`, {
      cause: thrown,
    });
  }
}
