import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import type { Recording } from './replay-format.ts';
import { recordingSchema } from './replay-format.ts';
import { readPlainText, requireReplaceable } from '../../workspace/plain-files/plain-file.ts';
import { writeFileAtomically } from '../../workspace/files/write-atomically.ts';

const HINT = 'See the documentation of the replay provider for the format of recordings.';

/** Reads a recording. Throws a HoldfastError with the path and the mistake. */
export async function readRecording(path: string): Promise<Recording> {
  let text: string;
  try {
    text = await readPlainText(path);
  } catch (thrown) {
    throw new HoldfastError('configuration', `Failed to read the recording ${path}: ${messageOf(thrown)}`, {
      cause: thrown,
      hint: 'Check the path after "replay:". It is relative to the workspace folder.',
    });
  }
  return parseRecording(text, path);
}

/**
 * Parses a recording, YAML or JSON.
 *
 * @param name the file name, for error messages
 */
export async function parseRecording(text: string, name: string): Promise<Recording> {
  const { parse } = await import('./recording-yaml.ts');
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

/** @throws HoldfastError `storage` if there is something at the path that a recording must not replace */
export async function requireRecordable(path: string): Promise<void> {
  try {
    await requireReplaceable(path);
  } catch (thrown) {
    throw new HoldfastError('storage', `Failed to write the recording ${path}: ${messageOf(thrown)}`, {
      hint: 'Set --record to a new file, or to one that may be replaced.',
      cause: thrown,
    });
  }
}

/** Writes a recording atomically. The format is JSON if the name ends with `.json`, else YAML. */
export async function writeRecording(path: string, recording: Recording): Promise<void> {
  const { stringify } = await import('./recording-yaml.ts');
  const text = path.toLowerCase().endsWith('.json')
    ? `${JSON.stringify(recording, null, 2)}\n`
    : stringify(recording, { lineWidth: 0 });
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFileAtomically(path, text);
  } catch (thrown) {
    throw new HoldfastError('storage', `Failed to write the recording ${path}: ${messageOf(thrown)}`, {
      cause: thrown,
    });
  }
}
