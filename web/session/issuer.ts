/** Splits the issuer of a realm into the two settings of keycloak-js: `https://host/auth/realms/x` gives `https://host/auth` and `x`. */
export function realmOfIssuer(issuer: string): { url: string; realm: string } {
  const match = /^(https?:\/\/.+|\/.*?)\/realms\/([^/?#]+)\/?$/.exec(issuer)
  if (!match?.[1] || !match[2]) throw new Error('Authentication provider not found')
  return { url: match[1], realm: decodeURIComponent(match[2]) }
}
