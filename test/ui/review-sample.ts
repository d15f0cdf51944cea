import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordedRequest, ScriptedReply } from '../servers/loopback-server.ts';

export const store = 'src/orders/store.ts';
export const test = 'test/orders.test.ts';
/** Put together here, so that no scanner of secrets reports this file. */
export const password = ['Kd92', 'LmTr7', 'xQ'].join('');

const removal = `
  /** Removes an order. Returns whether it existed. */
  async remove(id: number): Promise<boolean> {
    const index = this.#orders.findIndex((order) => order.id === id);
    this.#orders.splice(index, 1);
    return index >= 0;
  }
`;

const findings = {
  quality: [
    {
      file: store,
      line: 28,
      severity: 'blocking',
      category: 'wrong-result',
      explanation: 'If no order has the id, index is -1 and splice removes the last order.',
      suggestion: 'Return false before splice if index is -1.',
    },
    {
      file: 'src/main.ts',
      severity: 'warning',
      category: 'missing-route',
      explanation: 'No route calls remove().',
    },
  ],
  architecture: [
    {
      file: store,
      line: 27,
      severity: 'informational',
      category: 'naming',
      explanation: 'list() and add() check that the store is open with ping(). remove() does not.',
    },
  ],
};

/** Adds a defect, a secret and a skipped test to the files of a workspace. */
export async function addFaults(folder: string): Promise<void> {
  const text = await readFile(join(folder, store), 'utf8');
  await writeFile(
    join(folder, store),
    text
      .replace('\n  /** Resolves while', `${removal}\n  /** Resolves while`)
      .concat(`\nexport const backup = 'https://backup:${password}@orders.holdfast.dev/';\n`),
  );
  const tests = await readFile(join(folder, test), 'utf8');
  await writeFile(join(folder, test), tests.replace(/\b(it|test)\(/, '$1.skip('));
}

/** The findings of a pass. The pass for security never gives a valid answer. */
export function replyToPass({ text }: RecordedRequest): ScriptedReply {
  const usage = { input: 4_000, output: 300 };
  if (text.includes('for its architecture'))
    return { text: JSON.stringify({ findings: findings.architecture }), usage };
  if (text.includes('for correctness and quality'))
    return { text: JSON.stringify({ findings: findings.quality }), usage };
  return { text: 'I see no problem.', usage };
}
