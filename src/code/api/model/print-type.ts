import type { ApiMember, ApiParameter, ApiSignature, ApiType, ApiTypeParameter } from './api-type.ts';

/** Prints a type on one line. Equal types have equal texts. */
export function printType(type: ApiType): string {
  switch (type.kind) {
    case 'text':
    case 'opaque':
      return type.text;
    case 'reference':
      return type.name + printList(type.args.map(printType));
    case 'union':
      return type.members.map((member) => inBrackets(member, member.kind === 'function')).join(' | ');
    case 'intersection':
      return type.members
        .map((member) => inBrackets(member, member.kind === 'function' || member.kind === 'union'))
        .join(' & ');
    case 'array': {
      const isOperand = ['union', 'intersection', 'function', 'opaque'].includes(type.element.kind);
      const element = type.element.kind === 'array' && type.element.isReadonly;
      return `${type.isReadonly ? 'readonly ' : ''}${inBrackets(type.element, isOperand || element)}[]`;
    }
    case 'tuple':
      return `${type.isReadonly ? 'readonly ' : ''}[${type.elements.map(printElement).join(', ')}]`;
    case 'function':
      return printFunction(type.signatures, type.isConstructor);
    case 'object':
      return type.members.length === 0 ? '{}' : `{ ${type.members.map(printMember).join('; ')} }`;
  }
}

/** `name?: string` or `name(a: string): number`. */
export function printMember({ name, type, isOptional, isReadonly, isProtected, isAbstract }: ApiMember): string {
  const modifiers = [isProtected && 'protected', isAbstract && 'abstract', isReadonly && 'readonly'].filter(Boolean);
  const head = [...modifiers, `${name}${isOptional ? '?' : ''}`].join(' ');
  const isCall = name === '()' || name === 'new ()';
  if (isCall && type.kind === 'function') {
    return type.signatures.map((one) => `${name === '()' ? '' : 'new '}${printSignature(one)}`).join('; ');
  }
  return `${head}: ${printType(type)}`;
}

/** `<T>(a: T, b?: string): void`. */
export function printSignature({ typeParameters, parameters, result }: ApiSignature, arrow = ':'): string {
  return `${printTypeParameters(typeParameters)}(${parameters.map(printParameter).join(', ')})${arrow} ${printType(result)}`;
}

export function printTypeParameters(parameters: readonly ApiTypeParameter[]): string {
  return printList(
    parameters.map(
      ({ name, constraint, default: fallback }) =>
        name +
        (constraint === undefined ? '' : ` extends ${printType(constraint)}`) +
        (fallback === undefined ? '' : ` = ${printType(fallback)}`),
    ),
  );
}

function printFunction(signatures: readonly ApiSignature[], isConstructor: boolean): string {
  const word = isConstructor ? 'new ' : '';
  const [single] = signatures;
  if (single !== undefined && signatures.length === 1) return word + printSignature(single, ' =>');
  return `{ ${signatures.map((one) => word + printSignature(one)).join('; ')} }`;
}

function printParameter({ name, type, isOptional, isRest }: ApiParameter): string {
  return `${isRest ? '...' : ''}${name}${isOptional ? '?' : ''}: ${printType(type)}`;
}

function printElement({ name, type, isOptional, isRest }: ApiParameter): string {
  if (name !== '') return printParameter({ name, type, isOptional, isRest });
  const isOperand = isOptional && ['union', 'intersection', 'function', 'opaque'].includes(type.kind);
  return `${isRest ? '...' : ''}${inBrackets(type, isOperand)}${isOptional ? '?' : ''}`;
}

function printList(texts: readonly string[]): string {
  return texts.length === 0 ? '' : `<${texts.join(', ')}>`;
}

function inBrackets(type: ApiType, isOperand: boolean): string {
  return isOperand ? `(${printType(type)})` : printType(type);
}
