/** Bodies of requests and responses. */

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** The response to the creation of a token. */
export interface TokenAnswer {
  readonly authToken: string;
}

/** The body of every REST response with an error status. */
export interface ErrorAnswer {
  readonly description: string;
  readonly code: number;
}

export interface GraphQLAnswer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly GraphQLProblem[];
}

export interface GraphQLProblem {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  /** Where in the document, from line 1. */
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}
