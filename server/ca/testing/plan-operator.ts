import type { EventPlan as Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { bodyOf, type TestApi } from '../../platform/testing/test-api.ts'
import { asOperator } from './ca-operator.ts'
import { cdmText, type TestCdm } from './cdm-text.ts'

const ENGINE = { type: 'IMPULSIVE', thrustN: 1, ispS: 220 }
/** A screening box that no burn of these tests leaves, so that only the burn is judged. */
const BOX = { radialM: 1e5, alongTrackM: 1e6, crossTrackM: 1e5 }

/** Makes an organisation with a satellite and an event of it: all that a plan needs. */
export async function planAt(
  api: TestApi,
  organisation: string,
  {
    configuration = {},
    cdm = {},
    change = (text) => text,
  }: { configuration?: object; cdm?: TestCdm; change?: (text: string) => string } = {},
) {
  const ada = asOperator(api, organisation)
  const ben = asOperator(api, organisation, 'ben')
  const satellite = await ada.addSatellite(43617, {
    propulsion: ENGINE,
    wetMass: 260,
    screeningBox: BOX,
    hardBodyRadius: 5,
    ...configuration,
  })
  const text = change(cdmText({ createdAt: '2029-12-30T00:00:00.000', ...cdm }))
  const [taken] = await ada.take(text)
  const conjunctionId = taken?.conjunctionId
  if (typeof conjunctionId !== 'string') throw new Error('the message was not taken')
  const create = (body: object = {}) =>
    ada.json('POST /api/v1/ca/manoeuvres', { 'conjunction-id': conjunctionId, ...body })
  const move = async (plan: PlanVersion, body: object, who = ada, ifMatch = `"${plan.version}"`) =>
    who.json(`PATCH /api/v1/ca/manoeuvres/${plan.manoeuvreId}`, body, { 'if-match': ifMatch })
  const read = (id: string) => ada.read<Plan>(`/manoeuvres/${id}`)
  return {
    ada,
    ben,
    satellite,
    text,
    conjunctionId,
    create,
    move,
    read,
    tenantId: `organisation:${organisation}`,
    planned: async (body: object = {}) => bodyOf<Plan>(await create(body)),
    moved: async (plan: PlanVersion, body: object, who = ada) => bodyOf<Plan>(await move(plan, body, who)),
    file: async (plan: Pick<Plan, 'manoeuvreId'>, query: string) => {
      const answer = await ada.call(`GET /api/v1/ca/manoeuvres/${plan.manoeuvreId}/file?${query}`)
      return { status: answer.status, name: answer.headers.get('content-disposition') ?? '', text: await answer.text() }
    },
    notices: async () => bodyOf<Notification[]>(await ada.call('GET /api/v1/notifications?limit=100')),
  }
}
type PlanVersion = Pick<Plan, 'manoeuvreId' | 'version'>
export type PlanOperator = Awaited<ReturnType<typeof planAt>>

/** Makes a plan that was screened and approved. */
export async function approved(operator: PlanOperator): Promise<Plan> {
  const screened = await operator.moved(await operator.planned(), { state: 'SCREENED' })
  return operator.moved(screened, { state: 'APPROVED', why: 'checked' })
}
