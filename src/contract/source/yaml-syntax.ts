import type { YAMLError } from 'yaml';

/** A mistake of notation in words that say what to do; `opener` asks for the place where the construct begins. */
export interface SyntaxExplanation {
  readonly message: string;
  readonly opener?: 'quote' | 'collection';
}

const QUOTE_THE_VALUE = 'A value that holds ": " or begins with a special character needs quotes (\'…\').';

/** Says what a YAML mistake is and how it is mended. */
export function explainYamlError(error: YAMLError): SyntaxExplanation {
  switch (error.code) {
    case 'TAB_AS_INDENT':
      return { message: 'A tab stands in the indentation; YAML takes spaces only: replace it with spaces.' };
    case 'BLOCK_AS_IMPLICIT_KEY':
      return {
        message: `A "key: value" stands inside a value that began on the same line: check the indentation. ${QUOTE_THE_VALUE}`,
      };
    case 'MULTILINE_IMPLICIT_KEY':
      return { message: 'A key must stand on one line and be followed by ":"; check the indentation of these lines.' };
    case 'BAD_SCALAR_START':
      return { message: `A value without quotes cannot begin with this character. ${QUOTE_THE_VALUE}` };
    case 'BAD_DQ_ESCAPE':
      return {
        message: `${error.message} inside "…". Write \\\\ for a backslash, or use single quotes: nothing is escaped in them.`,
      };
    case 'BAD_ALIAS':
      return { message: `${error.message}. Write *name for an alias and &name for an anchor.` };
    case 'RESOURCE_EXHAUSTION':
      return { message: 'The text is nested too deeply to be read.' };
    case 'MULTIPLE_ANCHORS':
    case 'MULTIPLE_TAGS':
      return { message: `${error.message}: remove one of them.` };
    case 'TAG_RESOLVE_FAILED':
      return { message: `${error.message}. Tags have no meaning in this file: remove it.` };
    default:
      return explainByText(error.message);
  }
}

/** The parser's other messages, by how they begin, and what they mean to a person. */
const BY_TEXT: readonly (readonly [start: string, message: string])[] = [
  [
    'Implicit map keys need to be followed',
    'A key stands here without ":" and a value: check the indentation, or add ": value".',
  ],
  ['All mapping items must start', 'This line is indented otherwise than its neighbours: align it with them.'],
  ['All sequence items must start', 'This line is indented otherwise than its neighbours: align it with them.'],
  [
    'Sequence item without - indicator',
    'This line is indented less than the list item it belongs to: align it with its neighbours, or begin it with "- ".',
  ],
  ['Unexpected block-seq-ind on same line', 'A list in this form begins on the next line: put "- …" there.'],
  [
    'Block collections are not allowed within flow',
    'A "," is missing between two values here, or a value needs quotes.',
  ],
  ['Unexpected , in', 'Nothing stands before this ",": remove it, or write the missing value.'],
  ['Missing , ', 'A "," is missing between two values here.'],
];

function explainByText(text: string): SyntaxExplanation {
  if (text.startsWith('Missing closing')) {
    return { message: 'This quote is not closed: add the closing quote.', opener: 'quote' };
  }
  if (text.includes('must end with') || text.includes('and end with a')) {
    const closing = text.at(-1) ?? ']';
    return { message: `This bracket is not closed: add "${closing}".`, opener: 'collection' };
  }
  if (text.startsWith('Unexpected') && text.includes('node end')) {
    return { message: 'Something stands after the end of a value: check the indentation and the quotes.' };
  }
  const known = BY_TEXT.find(([start]) => text.startsWith(start))?.[1];
  return { message: known ?? `Not valid YAML: ${text.replace(/\s+/g, ' ')}.` };
}
