import { toCamelCase } from '../../contract/forms/rename-keys.ts';

/** The keys of manifests and gate files whose name differs from the contract model in more than the spelling. */
const MODEL_KEYS: Readonly<Record<string, string>> = {
  work_orders: 'chunks',
  verify_contract: 'verify',
  intent: 'description',
  retry_config: 'retry',
};

/** The key of the contract model for a key of a contract, a manifest or a gate file. */
export function toModelKey(key: string): string {
  return Object.hasOwn(MODEL_KEYS, key) ? (MODEL_KEYS[key] ?? key) : toCamelCase(key);
}
