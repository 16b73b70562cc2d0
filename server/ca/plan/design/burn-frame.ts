import { OWN_BURN_FRAMES, type OwnBurnFrame } from '@apsis/contract/ca/plan/own-burns.ts'

/** Other words of messages for the axes of a burn. */
const WORDS: Readonly<Record<string, OwnBurnFrame>> = {
  J2000: 'EME2000',
  GCRF: 'EME2000',
  ICRF: 'EME2000',
  RTN_INERTIAL: 'RSW_INERTIAL',
  RIC_INERTIAL: 'RSW_INERTIAL',
  QSW_INERTIAL: 'RSW_INERTIAL',
}

/** The axes of a burn by the name that somebody gave them; undefined: nobody knows them. */
export function frameOf(name: string): OwnBurnFrame | undefined {
  const word = name.trim().toUpperCase()
  return OWN_BURN_FRAMES.find((one) => one === word) ?? WORDS[word]
}

/** Whether axes turn with the satellite while a burn lasts; at the moment of an impulse they are the same as those that stay. */
export const doTurn = (frame: string, durationS: number): boolean => durationS > 0 && frame.endsWith('_ROTATING')
