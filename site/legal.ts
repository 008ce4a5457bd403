/**
 * Who sells here and who hosts the site, as the texts of `content/legal/` name them: `{sellerName}`
 * in a text is `sellerName` here. What is null has no line there. A server with real money refuses to
 * start while anything still says SAMPLE.
 */
export const legalParticulars: {
  readonly sellerName: string
  /** Such as `Entrepreneur individuel`, or `Association loi 1901`. */
  readonly legalForm: string
  readonly address: string
  readonly email: string
  /** French law wants one from professionals. */
  readonly phone: string | null
  /** The number in a register, such as SIREN, RCS or RNA; null for somebody without one. */
  readonly registration: string | null
  /** The VAT number, or why there is none. */
  readonly vat: string
  /** Who answers for what the site says. */
  readonly publicationDirector: string
  readonly hostName: string
  readonly hostAddress: string
  readonly hostPhone: string | null
  /** The consumer mediator that French law requires of professionals: name, address and website. */
  readonly mediator: string | null
} = {
  sellerName: 'SAMPLE Camille Exemple',
  legalForm: 'SAMPLE Entrepreneur individuel',
  address: 'SAMPLE 1 rue de l’Exemple, 75000 Paris, France',
  email: 'SAMPLE@example.org',
  phone: null,
  registration: 'SAMPLE SIREN 000 000 000',
  vat: 'SAMPLE TVA non applicable, article 293 B du CGI',
  publicationDirector: 'SAMPLE Camille Exemple',
  hostName: 'SAMPLE Hébergeur',
  hostAddress: 'SAMPLE 2 rue de l’Exemple, 59000 Lille, France',
  hostPhone: null,
  mediator: 'SAMPLE Médiateur, 3 rue de l’Exemple, 69000 Lyon, https://example.org',
}
