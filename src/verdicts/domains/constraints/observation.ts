import type { ObservedQuantity } from './observed-value.ts';
import type { ArtifactLocation, Quantity } from '../extraction/extracted-interfaces.ts';

/** The values of one domain, or of a specification. A `DomainExtraction` is one. */
export interface Observation {
  readonly domain: string;
  readonly interfaces: readonly ObservedInterface[];
}

export interface ObservedInterface {
  readonly id: string;
  readonly values: readonly (ObservedQuantity & { readonly parameter: string })[];
  readonly messages: readonly ObservedMessage[];
}

export interface ObservedMessage {
  readonly name: string;
  readonly properties: Readonly<Record<string, Quantity>>;
  readonly location?: ArtifactLocation | undefined;
}

/** A value in base units with its origin. */
export interface Origin {
  readonly domain: string;
  readonly location?: ArtifactLocation | undefined;
}
