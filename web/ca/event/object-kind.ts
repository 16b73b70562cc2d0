const KINDS = ['DEBRIS', 'PAYLOAD', 'ROCKET_BODY', 'UNKNOWN'] as const

/** What kind of object it is, however the message writes it. */
export function kindOf(type: string | null) {
  const written = (type ?? 'UNKNOWN').toUpperCase().replaceAll(/[ /]/g, '_').replace('R_B', 'ROCKET_BODY')
  return KINDS.find((kind) => kind === written) ?? 'OTHER'
}

/** The word for it. */
export const kindWord = (type: string | null) => `kind${kindOf(type)}` as const
