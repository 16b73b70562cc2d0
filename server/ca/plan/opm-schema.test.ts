import { parseOpm } from '@apsis/ccsds/opm/opm.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { type PlanOperator, planAt } from '../testing/plan-operator.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** The required elements of the CCSDS schemas: the children without `minOccurs="0"`, in their order. */
const NEEDED = {
  /** spacecraftParametersType of ndmxml-1.0-navwg-common.xsd. */
  spacecraft: ['MASS', 'SOLAR_RAD_AREA', 'SOLAR_RAD_COEFF', 'DRAG_AREA', 'DRAG_COEFF'],
  /** maneuverParametersType of ndmxml-1.0-opm-2.0.xsd. */
  manoeuvre: [
    ...['MAN_EPOCH_IGNITION', 'MAN_DURATION', 'MAN_DELTA_MASS', 'MAN_REF_FRAME'],
    ...['MAN_DV_1', 'MAN_DV_2', 'MAN_DV_3'],
  ],
}
/** Returns the children of an element of a file, without its comments; undefined if it does not exist. */
function children(xml: string, element: string): string[] | undefined {
  const body = new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(xml)?.[1]
  return body === undefined
    ? undefined
    : [...body.matchAll(/<([A-Z_0-9]+)[ >]/g)].flatMap(([, name = '']) => (name === 'COMMENT' ? [] : [name]))
}

const filesOf = async (operator: PlanOperator) => {
  const plan = await operator.planned()
  const file = async (query: string) => (await operator.file(plan, `format=opm&${query}`)).text
  return {
    xml: await file('notation=xml'),
    xml3: await file('notation=xml&version=3.0'),
    kvn: await file('notation=kvn'),
  }
}

test('an OPM 2.0 in XML has all parameters of the spacecraft that its schema requires, with the values of the satellite', async () => {
  const whole = { dragArea: 3.5, solarRadiationPressureArea: 4.25, dragCoefficient: 2.1, reflectivityCoefficient: 1.4 }
  const { xml, kvn } = await filesOf(await planAt(api, 'opm-whole', { configuration: whole }))
  expect(children(xml, 'spacecraftParameters')).toEqual(NEEDED.spacecraft)
  expect(children(xml, 'maneuverParameters')).toEqual(NEEDED.manoeuvre)
  const values = { massKg: 260, solarRadAreaM2: 4.25, solarRadCoeff: 1.4, dragAreaM2: 3.5, dragCoeff: 2.1 }
  expect([xml, kvn].map((text) => parseOpm(text).spacecraft)).toEqual([
    expect.objectContaining(values),
    expect.objectContaining(values),
  ])
})

test('without a known area the OPM leaves out the block and states the mass in a comment; other notations have the block', async () => {
  const { xml, xml3, kvn } = await filesOf(await planAt(api, 'opm-mass'))
  expect(children(xml, 'spacecraftParameters')).toBeUndefined()
  expect(children(xml, 'maneuverParameters')).toEqual(NEEDED.manoeuvre)
  expect(xml).toContain('<COMMENT>MASS before the manoeuvre: 260 kg.')
  for (const text of [xml3, kvn]) {
    expect(parseOpm(text).spacecraft).toMatchObject({ massKg: 260 })
    expect(text).not.toContain('MASS before')
  }
})
