/** What the three programs of this folder do. */
export interface Sale {
  readonly user: { readonly username: string; readonly password: string };
  readonly product: { readonly id: string; readonly name: string; readonly price: string };
  readonly order: {
    readonly customer: string;
    readonly at: string;
    readonly order: string;
    readonly total: string;
  };
}
