/** Certificates in the form of `node:tls`. */
export interface TlsOptions {
  /** Trusted certificates, instead of the well-known authorities: PEM. */
  readonly ca?: string | readonly string[];
  /** The client certificate, for a service that requires one: PEM. */
  readonly cert?: string;
  readonly key?: string;
  readonly passphrase?: string;
}
