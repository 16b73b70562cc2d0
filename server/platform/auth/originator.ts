/** How an organisation signs its messages, as far as a message can write its name. */
export const originatorOf = (tenantId: string): string =>
  tenantId
    .slice(tenantId.indexOf(':') + 1)
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .slice(0, 60)
    .toUpperCase() || 'OPERATOR'
