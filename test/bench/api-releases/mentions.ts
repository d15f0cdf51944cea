import ts from 'typescript';

/** Where functions mention types: as what callers pass, or as what they receive. */
export type Mentions = ReadonlyMap<ts.Symbol, { isInput: boolean; isOutput: boolean }>;

const MAX_DEPTH = 10;

/** Finds the types that the functions, classes and values among the exports mention. */
export function findMentions(
  checker: ts.TypeChecker,
  exports: readonly ts.Symbol[],
  isOwn: (symbol: ts.Symbol | undefined) => boolean,
): Mentions {
  const mentions = new Map<ts.Symbol, { isInput: boolean; isOutput: boolean }>();
  const seen = new Set<string>();
  const ids = new Map<ts.Type, number>();
  const visit = (type: ts.Type, isInput: boolean, depth: number): void => {
    if (!ids.has(type)) ids.set(type, ids.size);
    const key = `${ids.get(type)} ${isInput}`;
    if (seen.has(key) || depth > MAX_DEPTH) return;
    seen.add(key);
    for (const symbol of [type.aliasSymbol, (type as { symbol?: ts.Symbol }).symbol]) {
      if (symbol === undefined || !isOwn(symbol)) continue;
      const known = mentions.get(symbol) ?? { isInput: false, isOutput: false };
      mentions.set(symbol, { isInput: known.isInput || isInput, isOutput: known.isOutput || !isInput });
    }
    if (type.isUnionOrIntersection()) for (const one of type.types) visit(one, isInput, depth + 1);
    if (!(type.flags & ts.TypeFlags.Object)) return;
    for (const one of type.aliasTypeArguments ?? []) visit(one, isInput, depth + 1);
    for (const one of checker.getTypeArguments(type as ts.TypeReference)) visit(one, isInput, depth + 1);
    const { symbol } = type as { symbol?: ts.Symbol };
    const isForeign =
      symbol !== undefined &&
      (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) !== 0 &&
      !isOwn(symbol);
    if (isForeign) return;
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
      for (const one of signature.parameters) visit(checker.getTypeOfSymbol(one), !isInput, depth + 1);
      visit(signature.getReturnType(), isInput, depth + 1);
      for (const one of signature.typeParameters ?? []) {
        const constraint = one.getConstraint();
        if (constraint !== undefined) visit(constraint, !isInput, depth + 1);
      }
    }
    const isInterface =
      symbol !== undefined && (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) !== 0;
    const declared = isInterface ? checker.getDeclaredTypeOfSymbol(symbol) : undefined;
    if (declared?.isClassOrInterface())
      for (const one of checker.getBaseTypes(declared)) visit(one, isInput, depth + 1);
    for (const one of checker.getPropertiesOfType(type)) visit(checker.getTypeOfSymbol(one), isInput, depth + 1);
  };
  for (const symbol of exports) {
    if (symbol.flags & ts.SymbolFlags.Value) visit(checker.getTypeOfSymbol(symbol), false, 0);
  }
  return mentions;
}
