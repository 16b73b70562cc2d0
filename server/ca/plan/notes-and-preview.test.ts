import { parseOpm } from '@apsis/ccsds/opm/opm.ts'
import type { EventPlan as Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { planAt } from '../testing/plan-operator.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const PREVIEW = 'POST /api/v1/ca/manoeuvres/preview'

test('the OPM of an unsaved burn equals the draft of its plan, byte for byte except for its creation date', async () => {
  const operator = await planAt(api, 'copied')
  const wish = { start: { unit: 'PERIODS', value: 1.5 }, direction: TRACK }
  const asked = { 'conjunction-id': operator.conjunctionId, ...wish }
  const answer = await operator.ada.json(PREVIEW, asked, { accept: 'text/plain' })
  const copied = await answer.text()
  expect(answer.status, copied).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/plain')
  expect(await operator.ada.read('/manoeuvres')).toEqual([])
  const plan = await operator.planned(wish)
  const file = await operator.file(plan, 'format=opm')
  const withoutTime = (text: string) => text.replace(/CREATION_DATE .*/, '')
  expect(withoutTime(copied)).toBe(withoutTime(file.text))
  expect(copied).toContain('DRAFT. Nobody has approved this manoeuvre. DO NOT EXECUTE.')
  expect(answer.headers.get('content-disposition')).toContain(`DRAFT_${plan.name}.opm`)
  expect(parseOpm(copied).manoeuvres).toHaveLength(1)
  // A client that accepts neither format is refused, and another organisation does not see the event.
  expect((await operator.ada.json(PREVIEW, asked, { accept: 'image/png' })).status).toBe(406)
  const outsider = asOperator(api, 'copied-elsewhere')
  expect((await outsider.json(PREVIEW, asked, { accept: 'text/plain' })).status).toBe(404)
})

const TRACK = { deltaVReferenceFrame: 'RTN', deltaVDirection: 'XYZ', vector: [0, 1, 0] }

test('the notes of the planner stay with the first step of each plan, and do not belong to the burn', async () => {
  const operator = await planAt(api, 'notes')
  const notes = 'Thruster 2 is warm; Kiruna agreed to the pass.'
  const plan = await operator.planned({ why: ` ${notes} ` })
  expect(plan.steps).toMatchObject([{ action: 'CREATE', state: 'DRAFT', why: notes }])
  expect(plan.request).not.toHaveProperty('why')
  const screened = await operator.moved(plan, { state: 'SCREENED' })
  expect(screened.steps[0]!.why).toBe(notes)
  const body = { 'conjunction-id': operator.conjunctionId, candidates: [{}, {}], why: notes }
  const group = await bodyOf<Plan[]>(await operator.ada.json('POST /api/v1/ca/manoeuvres/groups', body))
  expect(group.map(({ steps }) => steps[0]!.why)).toEqual([notes, notes])
  expect((await operator.create({ why: 'x'.repeat(2_001) })).status).toBe(400)
})
