/** A contract whose chunks refer to each other in every way in which one chunk can depend on all. */
export function createLargeContract(size: number): string {
  const lines = ['version: 2', 'spec: { id: big, title: Big, description: Big. }', 'functions:'];
  for (let index = 0; index < size; index += 10) {
    lines.push(`  - { name: top${index}, file: src/m${index}.ts, signature: '() => number' }`);
  }
  lines.push('gates: [{ id: good, severity: low, criteria: [Good.], judge: true }]', 'chunks:');
  for (let index = 0; index < size; index++) {
    lines.push(
      `  - id: c${index}`,
      `    title: Chunk ${index}`,
      `    allowedFiles: [src/m${index}.ts]`,
      `    creates: [name${index}]`,
      `    consumes: [${index < 9 ? '' : `name${index - 9}`}]`,
      `    dependsOn: [${index === 0 ? '' : `c${index - 1}`}]`,
      `    supersedes: [${index > 1 && index % 7 === 0 ? `c${index - 2}` : ''}]`,
      '    gates: [good]',
      `    postconditions: [{ kind: file_exists, path: src/m${index}.ts }]`,
      `    assertions: [{ message: M, check: { type: export_exists, target: name${index}, file: src/m${index}.ts } }]`,
    );
  }
  return `${lines.join('\n')}\n`;
}
