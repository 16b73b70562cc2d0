import { OWN_BURN_FRAMES, type OwnBurnFrame } from '@apsis/contract/ca/plan/own-burns.ts'

/** Other names in messages for the axes of a burn. */
const WORDS: Readonly<Record<string, OwnBurnFrame>> = {
  J2000: 'EME2000',
  GCRF: 'EME2000',
  ICRF: 'EME2000',
  RTN_INERTIAL: 'RSW_INERTIAL',
  RIC_INERTIAL: 'RSW_INERTIAL',
  QSW_INERTIAL: 'RSW_INERTIAL',
}

/** Returns the axes of a burn by the name that was given for them; undefined if the name is unknown. */
export function frameOf(name: string): OwnBurnFrame | undefined {
  const word = name.trim().toUpperCase()
  return OWN_BURN_FRAMES.find((one) => one === word) ?? WORDS[word]
}

/** True if the axes turn with the satellite during a burn; at the moment of an impulse they equal the fixed axes. */
export const doTurn = (frame: string, durationS: number): boolean => durationS > 0 && frame.endsWith('_ROTATING')
