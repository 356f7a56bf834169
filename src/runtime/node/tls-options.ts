/** Certificates, as `node:tls` takes them. */
export interface TlsOptions {
  /** Whom to trust, in place of the well-known authorities: PEM. */
  readonly ca?: string | readonly string[];
  /** Shown to a service that wants to know its clients: PEM. */
  readonly cert?: string;
  readonly key?: string;
  readonly passphrase?: string;
}
