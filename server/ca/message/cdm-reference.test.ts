/** Sends the messages of the reference collection through the API; the other tests do not need it. */

import { readdirSync, readFileSync } from 'node:fs'
import { isKnown } from '@apsis/astro/conjunction/probability/assess.ts'
import { collectionPath, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { parseCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { assessCdm } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import type { Cdm, CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { takeInCdms } from './intake.service.ts'

const CARA = 'cara_cdm'
/** Both values are the same integral over the circle. They agree to 1.4e-10, since states and covariances are rotated in double precision. */
const PLANAR_SHARE = 1e-9
/** The accuracy of hall2021 for the same 35 messages: Nc3D is itself an integral with this error. */
const CURVED_SHARE = 1e-3
const SAMPLES = 'cara_sample_cdm'

describe.skipIf(!hasCollection('pc'))('all messages of CARA, through the upload', () => {
  let api: TestApi
  let answers: CdmIntake[]
  let cdms: Cdm[]
  beforeAll(async () => {
    api = await startTestApi()
    const files = [CARA, SAMPLES].flatMap((folder) =>
      readdirSync(collectionPath(`pc/${folder}`))
        .filter((name) => name.endsWith('.cdm'))
        .map((name) => ({ name, bytes: readFileSync(collectionPath(`pc/${folder}/${name}`)) })),
    )
    const owner = { tenantId: 'organisation:cara', subject: 'ada' }
    answers = await takeInCdms({ db: api.api.platform.db }, owner, files, {
      source: 'upload',
      now: new Date('2026-11-20T00:00:00Z'),
    })
    cdms = await asOperator(api, 'cara').read<Cdm[]>('/cdms?limit=1000')
    // The curved method takes seconds for objects that are nearly at rest to each other.
  })
  afterAll(() => api.close())

  test('each message is accepted, and the stored original is the sent message', () => {
    const refused = answers.filter(({ status }) => status === 'refused')
    expect(refused.map(({ name, errors }) => [name, errors[0]?.message])).toEqual([])
    expect(cdms.length).toBe(answers.filter(({ status }) => status === 'accepted').length)
    process.stdout.write(`reference: ${answers.length} files, ${cdms.length} messages\n`)
  })

  test('the probability agrees with CARA: planar to 1e-9 if their checks hold, curved to 1e-3 if they do not', () => {
    const [head = '', ...lines] = readFileSync(collectionPath('pc/cara_cdm_expected.csv'), 'utf8').trim().split('\n')
    const names = head.split(',')
    const used: Record<string, number> = {}
    for (const line of lines) {
      const cells = line.split(',')
      const cell = (name: string) => cells[names.indexOf(name)] ?? ''
      const id = answers.find(({ name }) => name === `${cell('Conjunction_ID')}.cdm`)?.cdmId
      const { assessment } = cdms.find(({ cdmId }) => cdmId === id)!
      const isPlanar = assessment.method === 'circle-2d'
      used[assessment.method ?? 'none'] = (used[assessment.method ?? 'none'] ?? 0) + 1
      expect(assessment.hardBodyRadius).toBe(Number(cell('HBR_m')))
      expect(assessment.checks?.isViolated).toBe(Number(cell('ViolationsPc2D')) > 0)
      const expected = Number(cell(isPlanar ? 'Pc2D' : 'Nc3D'))
      expect(Math.abs(assessment.probability! / expected - 1)).toBeLessThan(isPlanar ? PLANAR_SHARE : CURVED_SHARE)
    }
    expect(lines.length).toBe(35)
    process.stdout.write(`reference: ${JSON.stringify(used)}\n`)
  })

  test('each known number equals that of `apsis pc` for the file exactly, as both use the same code', async () => {
    const operator = asOperator(api, 'cara')
    const quick = cdms.filter(({ conjunctionData }) => conjunctionData.relativeSpeed > 1_000)
    expect(quick.length).toBeGreaterThan(30)
    let compared = 0
    for (const { cdmId, assessment, conjunctionData } of quick) {
      const text = await (await operator.call(`GET /api/v1/ca/cdms/file/${cdmId}`)).text()
      const { assessment: alone, radius } = assessCdm(parseCdm(text, { strict: false }))
      // If the message has no radius the command asks for one, and the product takes its default.
      if (radius === null) {
        expect(assessment.hardBodyRadiusFrom).toBe('default')
        continue
      }
      compared += 1
      // The command shows a meaningless number and calls it not reliable; the product shows none.
      const { probability, method } = isKnown(alone!) ? alone! : { probability: null, method: null }
      expect([assessment.probability, assessment.method, assessment.hardBodyRadius]).toEqual([
        probability,
        method,
        radius!.radiusM,
      ])
      expect(assessment.reason).toBe(alone!.reason)
      expect(conjunctionData.totalMissDistance).toBe(alone!.encounter.missDistanceM)
    }
    expect(compared).toBeGreaterThan(30)
  })
})
