import { readFileSync } from 'node:fs'
import { METHODS } from '@apsis/astro/conjunction/probability/assess.ts'
import { missing } from '@apsis/astro/missing.ts'
import { parseCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { type OpenDesign, openDesign } from '../design.ts'

type Reference = { readonly messages: readonly { readonly path: string; readonly text: string }[] }

/** A published message; its source is in the file. */
const { messages } = JSON.parse(
  readFileSync(new URL('../../../../../ccsds/cdm/cdm.reference.json', import.meta.url), 'utf8'),
) as Reference
export const PUBLISHED = messages.find(({ path }) => path.endsWith('ION_SCV8_vs_STARLINK_1233.txt'))?.text ?? missing()
export const RADIUS_M = 10
export const METHOD = METHODS[0] ?? missing()

/** Returns the event of that message at a time, for a satellite of 100 kg with a thruster of 1 N. */
export function designAt(nowMs: number): OpenDesign {
  const propulsion = Propulsion.parse({ type: 'IMPULSIVE', thrustN: 1, ispS: 220, leadTimeH: 1 })
  if (propulsion.type !== 'IMPULSIVE') throw new TypeError('an impulse was asked for')
  const drag = { massKg: 100, dragAreaM2: null, dragCoefficient: 2.2 }
  const designator = parseCdm(PUBLISHED).objects[0].metadata.objectDesignator
  const known = { text: PUBLISHED, designator, radiusM: RADIUS_M, method: METHOD, acceptedProbability: 1e-4 }
  return openDesign({
    ...known,
    ...drag,
    propulsion,
    blackouts: [],
    contacts: null,
    nowMs,
    blackoutInEclipse: undefined,
  })
}
