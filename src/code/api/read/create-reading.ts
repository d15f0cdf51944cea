import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';
import { toText, type ApiType } from '../model/api-type.ts';
import { printType } from '../model/print-type.ts';
import { ApiNames } from './api-names.ts';
import type { ApiReading } from './api-reading.ts';
import { InferredTypes } from './inferred-types.ts';
import { readTypeNode } from './written-types.ts';

/**
 * Creates what reads the types of a program.
 *
 * @param isOwn whether a file, by its absolute path, belongs to the package
 */
export function createReading(
  typescript: TypeScript,
  program: ts.Program,
  isOwn: (file: string) => boolean,
  onInferred: () => void,
): ApiReading {
  const checker = program.getTypeChecker();
  const names = new ApiNames(typescript, checker, isOwn);
  const base = { ts: typescript, checker, names };
  const reading: ApiReading = {
    ...base,
    onInferred,
    print: (node) => printType(readTypeNode(reading, node)),
    inferredType: (node) => {
      onInferred();
      return new InferredTypes(base, node).read(checker.getTypeAtLocation(node));
    },
    inferredResult: (node) => {
      if (typescript.isConstructorDeclaration(node)) return toText('this');
      onInferred();
      const signature = checker.getSignatureFromDeclaration(node);
      return signature === undefined ? toText('any') : new InferredTypes(base, node).readResult(signature, 0);
    },
    resolvedType: (node): ApiType | undefined => {
      if (mentionsParameter(reading, node)) return undefined;
      const inferred = new InferredTypes(base, node);
      const type = inferred.read(checker.getTypeFromTypeNode(node));
      return inferred.isComplete ? type : undefined;
    },
  };
  return reading;
}

/** Whether a type depends on a type parameter, so that it has no value by itself. */
function mentionsParameter({ ts, checker }: ApiReading, node: ts.Node): boolean {
  const visit = (one: ts.Node): boolean => {
    if (ts.isInferTypeNode(one) || one.kind === ts.SyntaxKind.ThisType) return true;
    if (ts.isIdentifier(one)) {
      const symbol = checker.getSymbolAtLocation(one);
      const isOuter = symbol?.declarations?.some((declared) => !isInside(declared, node)) ?? false;
      return symbol !== undefined && (symbol.flags & ts.SymbolFlags.TypeParameter) !== 0 && isOuter;
    }
    return ts.forEachChild(one, visit) === true;
  };
  return visit(node);
}

function isInside(declared: ts.Node, node: ts.Node): boolean {
  return declared.getSourceFile() === node.getSourceFile() && declared.pos >= node.pos && declared.end <= node.end;
}
