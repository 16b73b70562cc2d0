/** Returns the originator of an organisation's messages, in the characters that a message allows. */
export const originatorOf = (tenantId: string): string =>
  tenantId
    .slice(tenantId.indexOf(':') + 1)
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .slice(0, 60)
    .toUpperCase() || 'OPERATOR'
