import { FRAMES, type Frame } from '@apsis/astro/frames/frame.ts'

/** Other names that messages use for frames. Realisations of ITRF differ by centimetres. */
const ALIASES: Readonly<Record<string, Frame>> = {
  ICRF: 'GCRF',
  J2000: 'EME2000',
  CIRS: 'CIRF',
  TEMEOFDATE: 'TEME',
  TOD_EARTH: 'TOD',
  MOD_EARTH: 'MOD',
  WGS84: 'ITRF',
}
const TERRESTRIAL = /^(?:ITRF|DTRF)-?\d{2,4}$/
const CELESTIAL = /^[GI]CRF\d$/

/** Returns the frame that a message means by a name; null if states in it cannot be transformed. */
export function toFrame(name: string): Frame | null {
  const upper = name.toUpperCase()
  if (TERRESTRIAL.test(upper)) return 'ITRF'
  if (CELESTIAL.test(upper)) return 'GCRF'
  return FRAMES.find((known) => known === upper) ?? ALIASES[upper] ?? null
}
