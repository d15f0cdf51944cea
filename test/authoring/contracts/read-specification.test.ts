import assert from 'node:assert/strict';
import { readSpecification } from '../../../src/authoring/contracts/read-specification.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';
import { MemoryTree } from '../../verdicts/checks/memory-tree.ts';

describe('Reading a specification of another tool', () => {
  it('[AGENT-8] refuses a list with more tasks than a person can review', async () => {
    const tasks = Array.from({ length: 1001 }, (_, index) => `- [ ] T${1000 + index} Create \`src/a${index}.ts\``);
    const tree = new MemoryTree({ 'tasks.md': `${tasks.join('\n')}\n` });
    await assert.rejects(
      () => readSpecification(tree, 'tasks.md', 'spec-kit'),
      (thrown) => thrown instanceof HoldfastError && thrown.code === 'limit' && /has 1001 tasks/.test(thrown.message),
    );
  });
});
