/**
 * Loads what runs documents: graphql-js and the types of the API. With the first document, since a service whose clients use
 * REST or drivers alone starts sooner and stays smaller without.
 */
type Documents = typeof import("./documents.ts");

let loading: Promise<Documents> | undefined;
let loaded: Documents | undefined;

export function loadDocuments(): Promise<Documents> {
  return (loading ??= import("./documents.ts").then((documents) => (loaded = documents)));
}

/** Undefined before the first document. */
export function loadedDocuments(): Documents | undefined {
  return loaded;
}
