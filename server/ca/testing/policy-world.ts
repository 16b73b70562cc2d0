import { acknowledgeToken } from '../../delivery/acknowledge-link.service.ts'
import { unsubscribeUrl } from '../../delivery/subscription.service.ts'
import { bodyOf, type TestApi } from '../../platform/testing/test-api.ts'
import type { TestPerson } from '../../platform/testing/test-issuer.ts'
import { cdmText } from './cdm-text.ts'
import { oemText } from './oem-text.ts'
import { simulatedSets, storeSets } from './test-catalogue.ts'

/** The ids of one object of each kind that a call can name, by the name of the parameter. A user of the organisation made these objects. */
export type PolicyWorld = Readonly<Record<string, string>>

const HOUR_MS = 3_600_000

export async function makeWorld(api: TestApi, who: TestPerson): Promise<PolicyWorld> {
  const sets = simulatedSets(60)
  await storeSets(api.database, sets)
  const set = sets.find(({ meanMotionRadPerS, bstar }) => meanMotionRadPerS > 1e-3 && bstar < 1e-3)
  if (set === undefined) throw new Error('the simulated catalogue has no object in low orbit')
  const noradId = String(set.noradId)
  const make = async <T>(request: string, body: string | FormData | object, type = 'application/json'): Promise<T> => {
    const isForm = body instanceof FormData
    const response = await api.call(who, request, {
      body: isForm || typeof body === 'string' ? body : JSON.stringify(body),
      headers: isForm ? {} : { 'content-type': type },
    })
    if (!response.ok) throw new Error(`${request}: ${response.status} ${await response.text()}`)
    return bodyOf<T>(response)
  }
  // The message below is critical: its notice has a link to acknowledge it, even if its address is not confirmed yet.
  const email = { addresses: ['maker@operator.example'] }
  const settings = { email, msteams: { url: [] }, slack: { url: [] }, webhook: { url: [] }, statuses: [] }
  await make('PUT /api/v1/ca/userconfig', { notifications: { default: settings } })
  const { satelliteId } = await make<{ satelliteId: string }>('POST /api/v1/ca/satellites', {
    name: 'ONE',
    noradId: set.noradId,
    configuration: { propulsion: { type: 'IMPULSIVE', thrustN: 1, ispS: 220 }, wetMass: 260 },
  })
  const [message] = await make<{ cdmId: string; conjunctionId: string }[]>(
    'POST /api/v1/ca/cdms',
    cdmText({ objects: [noradId, '99998'] }),
    'text/plain',
  )
  const [notice] = await api.database.query<{ tenant_id: string; id: string }>(
    `select tenant_id, id from delivery.delivery where notification #>> '{finding,code}' = 'risk-raised' and tenant_id = $1`,
    [`organisation:${who.organisation}`],
  )
  if (notice === undefined) throw new Error('nobody is told of the critical message')
  const token = acknowledgeToken(api.api.platform.box, { tenantId: notice.tenant_id, deliveryId: notice.id })
  const endToken = (what: 'digest' | 'situation-report') =>
    unsubscribeUrl('', { box: api.api.platform.box, what }, { tenantId: notice.tenant_id, subject: who.subject })
      .split('/')
      .at(-1) ?? ''
  const { manoeuvreId } = await make<{ manoeuvreId: string }>('POST /api/v1/ca/manoeuvres', {
    'conjunction-id': message?.conjunctionId,
  })
  // The address belongs to another organisation: the calls of this organisation make a new address and revoke it.
  const elsewhere = { ...who, organisation: `calendar-of-${who.organisation}` }
  const { address } = await bodyOf<{ address: string }>(await api.call(elsewhere, 'POST /api/v1/ca/calendar'))
  const { handoverId } = await make<{ handoverId: string }>('POST /api/v1/ca/handovers', { text: 'Nothing to report.' })
  const { reportId } = await make<{ reportId: string }>('POST /api/v1/ca/event-reports', {
    'conjunction-id': message?.conjunctionId,
  })
  const oems: string[] = []
  for (const hoursAgo of [1, 2]) {
    const form = new FormData()
    form.set('satellite-id', satelliteId)
    form.set('kind', 'HYPOTHETICAL')
    form.set(
      'file',
      new Blob([
        oemText(set, { from: new Date(Math.floor(Date.now() / 60_000) * 60_000 - hoursAgo * HOUR_MS), hours: 4 }),
      ]),
      'one.oem',
    )
    oems.unshift((await make<{ oemFileId: string }>('POST /api/v1/ca/ephemeris/file', form)).oemFileId)
  }
  const { screeningId } = await make<{ screeningId: string }>('POST /api/v1/ca/screenings', {
    'oem-id': oems[0],
    hours: 1,
  })
  const { importId } = await make<{ importId: string }>('POST /api/v1/ca/imports', {
    files: [{ name: 'one.cdm', bytes: 1 }],
  })
  const { watchId } = await make<{ watchId: string }>('POST /api/v1/ca/find/watches', {
    'norad-id': set.noradId,
    hours: 4,
  })
  return {
    'satellite-id': satelliteId,
    noradId,
    'norad-id': noradId,
    'cdm-id': message?.cdmId ?? '',
    'conjunction-id': message?.conjunctionId ?? '',
    'handover-id': handoverId,
    'report-id': reportId,
    token,
    'calendar-token': address.split('/').at(-1) ?? '',
    'digest-token': endToken('digest'),
    'report-token': endToken('situation-report'),
    'import-id': importId,
    'manoeuvre-id': manoeuvreId,
    'oem-id': oems[0] ?? '',
    'screening-id': screeningId,
    'watch-id': watchId,
  }
}
