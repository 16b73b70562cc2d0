import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatOem } from '@apsis/ccsds/oem/format-oem.ts'
import { parseOem } from '@apsis/ccsds/oem/read-oem.ts'
import { formatOmm, parseOmm } from '@apsis/ccsds/omm/omm.ts'
import { formatTdm, parseTdm } from '@apsis/ccsds/tdm/tdm.ts'
import { ORBIT_MESSAGE_TYPES } from '@apsis/contract/odt/request/request.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT_DIR } from '../../platform/process/version.ts'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { openOperator } from '../testing/operator.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true' })
})
afterAll(() => api.close())

const sample = (name: string) => readFileSync(join(PROJECT_DIR, 'ccsds', 'samples', name), 'utf8')
const XML = { notation: 'XML' } as const

test('a request accepts tracking data, a TLE, an OMM and an OEM, each in its notations, and stores it as it was received', async () => {
  const operator = await openOperator(api, 'orbit-messages')
  await operator.till.addCredit(100_000)
  const [own] = operator.fleet
  const elements = async (accept: string) => {
    const answer = await api.call(operator.person, `GET /api/v1/tle/tle?noradId=${own?.noradId}`, {
      headers: { accept },
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(text)
    return text
  }
  const omm = await elements('application/xml')
  const [track, ephemeris] = [sample('track.tdm'), sample('satellite.oem')]
  const messages: readonly (readonly [(typeof ORBIT_MESSAGE_TYPES)[number], string])[] = [
    ['TDM_KVN', track],
    ['TDM_XML', formatTdm(parseTdm(track), XML)],
    ['TLE', await elements('text/plain')],
    ['OMM', omm],
    ['OMM', formatOmm(parseOmm(omm), { notation: 'KVN' })],
    ['OEM', ephemeris],
    ['OEM', formatOem(parseOem(ephemeris), XML)],
  ]
  expect(new Set(messages.map(([type]) => type))).toEqual(new Set(ORBIT_MESSAGE_TYPES))
  for (const [orbitDataMessageType, orbitDataMessage] of messages) {
    const made = await operator.request({ satelliteId: own?.satelliteId, orbitDataMessageType, orbitDataMessage })
    expect(made).toMatchObject({ orbitDataMessageType, orbitDataMessage, ignored: [], status: 'PENDING' })
  }
  // A text of another kind than declared is refused, and the refusal names the true kind.
  const wrong = await operator.ask({
    satelliteId: own?.satelliteId,
    orbitDataMessageType: 'OEM',
    orbitDataMessage: omm,
  })
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain('is OMM, not OEM')
})
