import { stringify } from 'yaml';
import { toSnakeCase } from '../../../contract/forms/rename-keys.ts';
import { spellManifestKey } from '../../../contract/forms/manifest.ts';
import { isRecord } from '../../../foundation/is-record.ts';

export interface ManifestOptions {
  /** The path of the file. Its extension decides between JSON and YAML. */
  readonly file: string;
  /** Why each chunk exists, by id. They become the notes of the work orders. */
  readonly reasons: Readonly<Record<string, string>>;
  /** The ids of the work orders that are exempt from the verify command. */
  readonly verifyExempt: readonly string[];
}

/** The lists that every work order of the plan compiler has, also if they are empty. */
const LISTS = [
  'preconditions',
  'postconditions',
  'allowed_files',
  'forbidden',
  'acceptance_commands',
  'context_files',
] as const;

/** Formats a contract as a manifest of the plan compiler [COMP-COMPAT]. */
export function renderManifest(contract: Readonly<Record<string, unknown>>, options: ManifestOptions): string {
  const { spec, chunks } = contract;
  const { id, title, description } = isRecord(spec) ? spec : {};
  const overview = typeof description === 'string' ? description.split('\n').filter((line) => line.trim() !== '') : [];
  const topLevel = Object.entries(contract)
    .filter(([key, value]) => !['spec', 'chunks', 'version'].includes(key) && value !== null)
    .map(([key, value]) => [spellManifestKey([key]), key === 'verify' ? withSnakeCaseKeys(value) : value]);
  const manifest = {
    id,
    title,
    system_overview: overview,
    ...(Object.fromEntries(topLevel) as Record<string, unknown>),
    work_orders: Array.isArray(chunks) ? chunks.map((chunk: unknown) => toWorkOrder(chunk, options)) : chunks,
  };
  return /\.json$/i.test(options.file)
    ? `${JSON.stringify(manifest, null, 2)}\n`
    : stringify(manifest, { lineWidth: 120, aliasDuplicateObjects: false });
}

function toWorkOrder(chunk: unknown, { reasons, verifyExempt }: ManifestOptions): unknown {
  if (!isRecord(chunk)) return chunk;
  const renamed = Object.entries(chunk)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => [spellManifestKey(['chunks', 0, key]), value]);
  const { id, title, intent, ...rest } = Object.fromEntries(renamed) as Record<string, unknown>;
  const reason = typeof id === 'string' ? reasons[id] : undefined;
  const lists = Object.fromEntries(LISTS.map((key) => [key, []]));
  return {
    id,
    title,
    intent: intent ?? title,
    ...lists,
    ...rest,
    notes: reason ?? null,
    verify_exempt: typeof id === 'string' && verifyExempt.includes(id),
  };
}

function withSnakeCaseKeys(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [toSnakeCase(key), inner]));
}
