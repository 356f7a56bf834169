/** Bodies of requests and answers. */

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Answer of token creation. */
export interface TokenAnswer {
  readonly authToken: string;
}

/** Body of every REST answer that is not 2xx. */
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
