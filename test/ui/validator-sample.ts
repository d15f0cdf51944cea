import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export const validatorContract = 'tidy.contract.yaml';
export const validatorMessage = 'The store prints nothing';

export const quietStoreFile = 'src/orders/quiet-store.ts';
/** The validator rejects this store. */
export const noisyStore = `export class QuietStore {
  add(article: string): void {
    console.log('adding', article);
  }
}
`;
export const quietStore = 'export class QuietStore {}\n';

/** The validator of docs/validators.md, and a contract that uses it. */
const files: Readonly<Record<string, string>> = {
  '.holdfast/validators/no-debug-output.mjs': `export default {
  type: 'no-debug-output',
  supportedResourceTypes: ['file'],
  supports: (resource) => /\\.[jt]sx?$/.test(resource.location ?? ''),

  async validate(resource, assertion, context) {
    const started = performance.now();
    const text = (await context.readText(resource.location)) ?? '';
    const line = text.split('\\n').findIndex((each) => each.includes('console.log')) + 1;
    return {
      validator: 'no-debug-output',
      resource,
      assertion,
      duration: performance.now() - started,
      passed: line === 0,
      expected: 'no console.log',
      actual: line === 0 ? 'none' : \`console.log at line \${line}\`,
      location: line === 0 ? undefined : { file: resource.location, line, column: 1 },
    };
  },
};
`,
  [validatorContract]: `version: 1
spec: { id: tidy, title: A tidy service }
chunks:
  - id: quiet
    title: A quiet store
    assertions:
      - message: ${validatorMessage}
        check: { type: custom, validator: no-debug-output, target: src/orders/quiet-store.ts }
      - message: The store keeps orders
        check: { type: export_exists, target: QuietStore, file: src/orders/quiet-store.ts }
`,
  [quietStoreFile]: noisyStore,
};

/** Adds the validator, its contract and a store that it rejects. */
export async function addValidator(folder: string): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
