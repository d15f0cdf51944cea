import { childrenOf, type SyntaxNode } from '../../tree-sitter/syntax-nodes.ts';
import type { Rules } from './enclosing.ts';

const DEFAULTS: ReadonlySet<string> = new Set(['default_parameter', 'typed_default_parameter']);

/** The types of nodes that a type parameter of a definition can be. */
const TYPE_PARAMETERS: ReadonlySet<string> = new Set(['identifier', 'constrained_type', 'splat_type', 'list_splat']);

export const parameterRules: Rules = {
  parameters: whyParametersRejected,
  lambda_parameters: whyParametersRejected,
  type_parameter: (list) => {
    if (list.parent?.type.endsWith('_definition') !== true) return undefined;
    const isNamed = childrenOf(list).every((one) => TYPE_PARAMETERS.has(one.firstNamedChild?.type ?? ''));
    return isNamed ? undefined : 'A type parameter must be a name.';
  },
};

function whyParametersRejected(list: SyntaxNode): string | undefined {
  const names = new Set<string>();
  let hasDefault = false;
  let hasSlash = false;
  let hasStar = false;
  let isAfterBareStar = false;
  const parameters = childrenOf(list);
  for (const [at, parameter] of parameters.entries()) {
    const target = targetOf(parameter);
    const { type } = target;
    if (type === 'positional_separator') {
      if (at === 0) return 'A parameter must come before /.';
      if (hasSlash) return 'The separator / is possible once.';
      if (hasStar) return '/ must come before *.';
      hasSlash = true;
      continue;
    }
    if (type === 'keyword_separator' || type === 'list_splat_pattern') {
      if (hasStar) return '* is possible once.';
      hasStar = true;
      isAfterBareStar = type === 'keyword_separator';
      if (isAfterBareStar) continue;
    } else if (type === 'dictionary_splat_pattern') {
      if (isAfterBareStar) return 'A parameter must follow *.';
      if (at < parameters.length - 1) return 'No parameter can follow one with **.';
    } else isAfterBareStar = false;
    const name = type.endsWith('_splat_pattern') ? childrenOf(target)[0] : target;
    if (name?.type !== 'identifier') return 'A parameter must be a name.';
    const isDefault = DEFAULTS.has(parameter.type);
    if (!hasStar && hasDefault && !isDefault && target === name) {
      return 'A parameter without a default follows one with a default.';
    }
    hasDefault ||= isDefault;
    if (names.has(name.text)) return `The parameter ${name.text} is declared twice.`;
    names.add(name.text);
  }
  return isAfterBareStar ? 'A parameter must follow *.' : undefined;
}

/** The name of a parameter with its stars, or the separator. */
function targetOf(parameter: SyntaxNode): SyntaxNode {
  const named = parameter.childForFieldName('name');
  return named ?? (parameter.type === 'typed_parameter' ? (childrenOf(parameter)[0] ?? parameter) : parameter);
}
