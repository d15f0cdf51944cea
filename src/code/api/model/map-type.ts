import { combineTypes, spreadTuple } from './combine-types.ts';
import { toText } from './api-type.ts';
import type { ApiMember, ApiParameter, ApiSignature, ApiType, ApiTypeParameter } from './api-type.ts';

/** Replaces type parameters by types. */
export function substitute(type: ApiType, types: ReadonlyMap<string, ApiType>): ApiType {
  if (types.size === 0) return type;
  const map = (one: ApiType): ApiType => substitute(one, types);
  switch (type.kind) {
    case 'text':
      return type;
    case 'opaque':
      return { ...type, text: substituteText(type.text, types) };
    case 'reference':
      if (type.origin === 'parameter') return types.get(type.name) ?? type;
      return type.args.length === 0 ? type : { ...type, args: type.args.map(map) };
    case 'union':
    case 'intersection':
      return combineTypes(type.kind, type.members.map(map));
    case 'array':
      return { ...type, element: map(type.element) };
    case 'tuple':
      return { ...type, elements: type.elements.map((one) => substituteParameter(one, types)) };
    case 'function':
      return { ...type, signatures: type.signatures.map((one) => substituteSignature(one, types)) };
    case 'object':
      return { ...type, members: type.members.map((one) => substituteMember(one, types)) };
  }
}

export function substituteMember(member: ApiMember, types: ReadonlyMap<string, ApiType>): ApiMember {
  return { ...member, type: substitute(member.type, types) };
}

export function substituteSignature(signature: ApiSignature, types: ReadonlyMap<string, ApiType>): ApiSignature {
  return {
    typeParameters: signature.typeParameters.map((one) => substituteTypeParameter(one, types)),
    parameters: spreadTuple(signature.parameters.map((one) => substituteParameter(one, types))),
    result: substitute(signature.result, types),
  };
}

export function substituteTypeParameter(
  { name, constraint, default: fallback }: ApiTypeParameter,
  types: ReadonlyMap<string, ApiType>,
): ApiTypeParameter {
  return {
    name,
    ...(constraint === undefined ? {} : { constraint: substitute(constraint, types) }),
    ...(fallback === undefined ? {} : { default: substitute(fallback, types) }),
  };
}

function substituteParameter(parameter: ApiParameter, types: ReadonlyMap<string, ApiType>): ApiParameter {
  return { ...parameter, type: substitute(parameter.type, types) };
}

/** Replaces names by other names in a text whose parts are not known. */
function substituteText(text: string, types: ReadonlyMap<string, ApiType>): string {
  return text.replace(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu, (word) => {
    const type = types.get(word);
    return type?.kind === 'reference' || type?.kind === 'text' ? (type.kind === 'text' ? type.text : type.name) : word;
  });
}

/** The names of one list of type parameters by those of another one, by position. */
export function renameParameters(
  from: readonly ApiTypeParameter[],
  to: readonly ApiTypeParameter[],
): ReadonlyMap<string, ApiType> {
  return new Map(
    from.flatMap(({ name }, at) => {
      const other = to[at]?.name;
      return other === undefined || other === name
        ? []
        : [[name, { kind: 'reference', origin: 'parameter', name: other, args: [] }] as const];
    }),
  );
}

/** A generic signature as a caller meets it who states no type arguments: with the constraints in place of the parameters. */
export function atConstraints(signature: ApiSignature): ApiSignature {
  const types = new Map(
    signature.typeParameters.map(({ name, constraint = toText('unknown') }) => [name, constraint] as const),
  );
  return { ...substituteSignature(signature, types), typeParameters: [] };
}
