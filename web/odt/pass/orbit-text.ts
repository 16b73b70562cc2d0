import type { ORBIT_TEXTS } from '@apsis/contract/odt/pass/passprediction.ts'

type OrbitText = (typeof ORBIT_TEXTS)[number]

/** The orbit whose passes are requested: a catalogue number, a satellite of the organisation, or the text of an orbit. */
export type Orbit =
  | { readonly kind: 'catalogue'; readonly catalogueId: number }
  | { readonly kind: 'satellite'; readonly satelliteId: string }
  | { readonly kind: OrbitText; readonly text: string }

/** Returns the orbit that was typed or pasted; undefined if the text is not an orbit. */
export function orbitOfText(text: string): Orbit | undefined {
  const trimmed = text.trim()
  if (/^\d{1,9}$/.test(trimmed) && Number(trimmed) > 0) return { kind: 'catalogue', catalogueId: Number(trimmed) }
  if (/CCSDS_OEM_VERS|<oem[\s>]/.test(trimmed)) return { kind: 'OEM', text: trimmed }
  if (/CCSDS_OMM_VERS|<omm[\s>]|"MEAN_MOTION"/.test(trimmed)) return { kind: 'OMM', text: trimmed }
  const lines = trimmed.split(/\r?\n/).map((line) => line.trimEnd())
  const first = lines.findIndex((line) => line.startsWith('1 '))
  const second = lines[first + 1]
  if (first >= 0 && second?.startsWith('2 ')) return { kind: 'TLE', text: `${lines[first]}\n${second}` }
  return undefined
}
