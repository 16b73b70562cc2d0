import { readFileSync } from 'node:fs'
import { METHODS } from '@apsis/astro/conjunction/probability/assess.ts'
import { type Cdm, listCdms } from '@apsis/contract/ca/message/cdm.ts'
import { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { expect, test } from 'vitest'
import { type BurnSettings, openDesign, planOwn, tradeSpace } from './design.ts'
import { designOf } from './design-address.ts'
import { caseOf } from './design-case.ts'

const [[CDM]] = listCdms.response.meta()!.examples as [[Cdm]]
const SATELLITE = Satellite.parse((Satellite.meta()!.examples as unknown[])[0])
const propulsion = Propulsion.parse({ type: 'IMPULSIVE', thrustN: 1, ispS: 220, leadTimeH: 1 })
const satellite = { ...SATELLITE, configuration: { ...SATELLITE.configuration, propulsion } }
const contacts = { basis: 'NONE', contacts: [] } as unknown as Parameters<typeof caseOf>[0]['contacts']

/** Returns the case of a message with this assessment. */
function caseFor(assessment: Partial<Cdm['assessment']>, relativeSpeed: number, text = '') {
  const cdm: Cdm = {
    ...CDM,
    assessment: { ...CDM.assessment, ...assessment },
    conjunctionData: { ...CDM.conjunctionData, relativeSpeed },
  }
  return caseOf({ satellite, message: { number: 1, atMs: 0, cdm }, text, contacts }, 0)
}

const PLANAR = METHODS[0]!
const FAILED = 'planar-does-not-hold-and-curved-failed'

test('the designer confirms by the method of the server: never by a plane that is no proof (F2)', () => {
  expect(caseFor({ method: PLANAR, reason: 'planar-holds' }, 11_000)).toMatchObject({
    method: PLANAR,
    isPlaneOff: false,
    meetsAgain: false,
  })
  expect(caseFor({ method: PLANAR, reason: FAILED }, 50)).toMatchObject({ method: 'hall-3d', isPlaneOff: true })
  // A fast encounter is described by the plane, whatever the result of the curved method is.
  expect(caseFor({ method: PLANAR, reason: FAILED }, 11_000)).toMatchObject({ method: PLANAR, isPlaneOff: false })
  expect(caseFor({ method: null, reason: 'no-relative-motion' }, 0)).toBeUndefined()
})

const SAMPLE = readFileSync(new URL('../../../../ccsds/samples/conjunction.cdm', import.meta.url), 'utf8')
/** A message with the second object on the orbit of the first, except for 2 m/s, and without a velocity covariance. */
const ALONG = (() => {
  const lines = SAMPLE.split('\n').filter((line) => !/^C\w*DOT/.test(line))
  const place = lines.findIndex((line) => /^OBJECT\s*=\s*OBJECT2/.test(line))
  const first = new Map(
    lines.slice(0, place).flatMap((line) => [...line.matchAll(/^([XYZ]_DOT)\s*=\s*(\S+)/g)].map(([, k, v]) => [k, v])),
  )
  return lines
    .map((line, at) => {
      const [, key] = line.match(/^([XYZ]_DOT)\s*=/) ?? []
      if (at < place || key === undefined) return line
      return `${key} = ${Number(first.get(key)) + (key === 'Z_DOT' ? 0.002 : 0)} [km/s]`
    })
    .join('\n')
})()

test('objects that fly along together are planned by the distance of every passage, not by a probability (F1, F2)', () => {
  const designCase = caseFor({ method: null, reason: 'co-orbiting' }, 2, ALONG)!
  expect(designCase).toMatchObject({ isBySeparation: true, meetsAgain: true, isPlaneOff: true })
  const design = designOf({ goal: 'PROBABILITY', show: 'pc' }, 1e-4, designCase)
  expect(design).toMatchObject({ goal: 'MISS_DISTANCE', goals: ['MISS_DISTANCE'], show: 'miss' })
  expect(design.target).toBe(designCase.acceptedDistanceM)
  const settings: BurnSettings = { ...design.settings, target: { kind: 'miss', missM: 2_000 }, dynamics: 'two-body' }
  const objects = /OBJECT_DESIGNATOR\s*=\s*(\S+)/.exec(ALONG)![1]!
  const [{ tcaMs }] = [openDesign({ ...designCase, designator: objects })]
  const open = openDesign({ ...designCase, designator: objects, nowMs: tcaMs - 48 * 3_600_000 })
  const plan = planOwn(open, settings, tcaMs - 4 * 3_600_000)
  expect(plan).toMatchObject({ meetsTarget: true, pcBefore: null, pc: null, returnMps: undefined })
  expect(plan.separation!.nominal.missM * 1.01).toBeGreaterThanOrEqual(2_000)
  expect(plan.separation!.cold!.missM).toBeGreaterThanOrEqual(designCase.acceptedDistanceM!)
  expect(plan.separation!.until).not.toBeNull()
  expect(
    tradeSpace(open, settings)
      .pc.flat()
      .every((pc) => pc === null),
  ).toBe(true)
})
