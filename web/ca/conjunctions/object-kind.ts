const KINDS = {
  DEBRIS: 'kindDEBRIS',
  PAYLOAD: 'kindPAYLOAD',
  ROCKET_BODY: 'kindROCKET_BODY',
  UNKNOWN: 'kindUNKNOWN',
} as const

/** The word for what kind of object it is, however the message writes it. */
export function kindWord(type: string | null) {
  const key = (type ?? 'UNKNOWN').toUpperCase().replaceAll(/[ /]/g, '_').replace('R_B', 'ROCKET_BODY')
  return key in KINDS ? KINDS[key as keyof typeof KINDS] : 'kindOTHER'
}
