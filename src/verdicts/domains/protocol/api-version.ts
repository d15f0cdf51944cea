/** The version of the protocol between Holdfast and domain services. A change that breaks services increases it. */
export const API_VERSION = 1;

/** The error codes of the protocol, in addition to those of JSON-RPC 2.0. */
export const SERVICE_ERROR = {
  /** JSON-RPC: the service does not have this method [ASSERT-EXT-004]. */
  methodNotFound: -32601,
  /** JSON-RPC: the parameters do not have the form of the protocol. */
  invalidParams: -32602,
  /** The service does not know the API version of the handshake [ASSERT-EXT-003]. `data.apiVersions` lists those that it knows. */
  unsupportedApiVersion: 1001,
  /** The service cannot answer now, for example because a tool that it needs is missing. It counts as unavailable. */
  unavailable: 1002,
  /** LSP: the request was cancelled with `$/cancelRequest`. */
  requestCancelled: -32800,
} as const;
