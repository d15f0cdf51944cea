/** The numbers of requirements that a text names: `REQ-12`, `FR-003`, `NFR-1`, `US2`, `AC-4`. */
export function requirementsIn(text: string): readonly string[] {
  return [...new Set(text.match(/\b(?:REQ|FR|NFR|SC|AC|UC|BR)-\d+(?:\.\d+)*\b|\bUS\d+\b/g) ?? [])];
}

/** The numbers after "Requirements:": `_Requirements: 1.1, 1.3_`, `Requirements: AUTH-01, 2.4`, `(AC: 1, 2)`. */
export function requirementsAfterLabel(text: string): readonly string[] {
  const found = [
    ...text.matchAll(/(?:\b_?(?:Requirements?|Validates|Req|Refs?|需求|要件|要求)|\(AC)\s*[:：]\s*([^\n)]*)/gi),
  ].flatMap(
    ([, list = '']) => list.replaceAll(/[_*`]/g, '').match(/[A-Z]{2,}[A-Z0-9]*-\d+(?:\.\d+)*|#?\d+(?:\.\d+)*/g) ?? [],
  );
  return [...new Set(found.map((one) => one.replace(/^#/, '')))];
}
