import { randomUUID } from 'node:crypto'
import type { Observation, ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import type { PositionResiduals } from '@apsis/contract/odt/observation/position-residuals.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { openOperator } from '../testing/operator.ts'

const OBSERVATIONS = '/api/v1/odt/observations'
const MINUTE_MS = 60_000
/** The measurements are available this long after the end of a pass. */
const DELIVERED_MS = 6 * MINUTE_MS
/** The error of a wrong echo, degrees: 20 times the noise of the radar, 54″. */
const WRONG_DEG = 0.3
/**
 * The decimals that have to be the same: the message has 10 decimals of an angle in degrees, and the worker did not round it, so they differ by
 * less than 1e-6 arcseconds.
 */
const SAME_DIGITS = 6
/**
 * Returns expectations for an object whose numbers may differ beyond these digits. Rounded numbers must not be compared exactly: two nearly equal
 * numbers may be rounded to different values.
 */
const alike = (value: object): unknown =>
  JSON.parse(JSON.stringify(value), (_, one: unknown) =>
    typeof one === 'number' && one !== 0
      ? expect.closeTo(one, SAME_DIGITS - Math.ceil(Math.log10(Math.abs(one))))
      : one,
  )
/** The tolerance for an orbit of a rewritten file: its times and angles have the same digits, so only the order of sums differs. */
const SAME_SHARE = 1e-9

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ APSIS_DEMO_FLEET: 'true' })
})
afterAll(() => api.close())

/** Makes the simulated file of a radar pass, and a function that requests its reports. */
async function measured(name: string) {
  const operator = await openOperator(api, name)
  await operator.till.addCredit(50_000)
  const request = await operator.request({ satelliteId: operator.fleet[0]?.satelliteId, measurementType: 'RADAR' })
  await operator.work(Date.now())
  const { passes } = await operator.find(request.observationRequestId)
  await operator.work(Math.max(...passes.map(({ end }) => Date.parse(end))) + DELIVERED_MS)
  const [file] = await bodyOf<Observation[]>(await api.call(operator.person, `GET ${OBSERVATIONS}`))
  if (file === undefined) throw new Error('the pass left no file')
  const ask = (id: string, exclude?: string, part = '') => {
    const query = exclude === undefined ? '' : `?${new URLSearchParams({ exclude })}`
    return api.call(operator.person, `GET ${OBSERVATIONS}/report/${id}${part}${query}`)
  }
  const report = async (id: string, exclude?: string) => {
    const answer = await ask(id, exclude)
    expect(answer.status).toBe(200)
    return bodyOf<ObservationReport>(answer)
  }
  return { id: file.observationFileId, ask, report }
}

const timesOf = ({ reports: [track] }: ObservationReport) => track!.measurementReports.map(({ epoch }) => epoch)
const bestOf = ({ t2oAssociationResults: results }: ObservationReport) => results.find((one) => one.isAssociated)!

/** Stores a second file with the changed message of the first. */
async function copyOf(id: string, change: (tdm: string) => string): Promise<string> {
  const [row] = await api.database.query<{ tdm: string }>('select tdm from odt.observation where id = $1', [id])
  const copy = randomUUID()
  await api.database.query(
    `insert into odt.observation select (jsonb_populate_record(o, jsonb_build_object('id', $2::text, 'pass_id', null, 'tdm', $3::text))).*
     from odt.observation o where id = $1`,
    [id, copy, change(row!.tdm)],
  )
  return copy
}

test('a report without a wrong measurement equals the report of the track without it, and lists the exclusion', async () => {
  const { id, report, ask } = await measured('left-out')
  const whole = await report(id)
  const time = timesOf(whole)[3]!
  // The message has more digits of a second than the report, and than Date.parse() reads.
  const isOfTime = (line: string) =>
    Math.abs(Date.parse(`${/= (\d{4}-[-\d]+T[:\d]+\.\d{3})/.exec(line)?.[1] ?? ''}Z`) - Date.parse(time)) <= 1
  const wrong = await copyOf(id, (tdm) =>
    tdm.replace(/^(ANGLE_2\s*=\s*(\S+)\s+)(\S+)$/gm, (line, head: string, _: string, value: string) =>
      isOfTime(line) ? `${head}${(Number(value) + WRONG_DEG).toFixed(7)}` : line,
    ),
  )
  const never = await copyOf(id, (tdm) =>
    tdm
      .split('\n')
      .filter((line) => !isOfTime(line))
      .join('\n'),
  )
  // If no measurement is excluded, each message is used unchanged.
  const far = '2000-01-01T00:00:00.000Z'
  const [bad, clean, without] = [await report(wrong, far), await report(never, far), await report(wrong, time)]
  expect(bad.excluded).toEqual([])
  const sizeOf = ({ ra, dec }: { readonly ra: number; readonly dec: number }) => Math.hypot(ra, dec)
  expect(sizeOf(bad.rms!)).toBeGreaterThan(2 * sizeOf(clean.rms!))
  expect(without.excluded).toEqual([time])
  expect(timesOf(without)).toEqual(timesOf(whole))
  expect(without.rms).toEqual(clean.rms)
  expect(without.catalogueIdBestAssociation).toBe(clean.catalogueIdBestAssociation)
  const [mine, other] = [bestOf(without), bestOf(clean)]
  expect([mine.associationValue, mine.alongTrackTimeOffset]).toEqual([
    other.associationValue,
    other.alongTrackTimeOffset,
  ])
  // The excluded measurement still has its residual, which shows that it is wrong.
  const residuals = mine.measurementAssociationResults
  expect(residuals.toSpliced(3, 1)).toEqual(other.measurementAssociationResults)
  expect(sizeOf(residuals[3]!.residual)).toBeGreaterThan(2 * sizeOf(clean.rms!))
  // The orbits agree, too: the same numbers are used, and the results are the same.
  expect([without.orbitUpdate?.used, without.orbitUpdate?.edited]).toEqual([
    clean.orbitUpdate?.used,
    clean.orbitUpdate?.edited,
  ])
  const far_m = (one: ObservationReport, to: ObservationReport) =>
    Math.hypot(...one.orbitUpdate!.position.map((value, axis) => value - to.orbitUpdate!.position[axis]!))
  expect(far_m(without, clean)).toBeLessThanOrEqual(SAME_SHARE * Math.hypot(...clean.orbitUpdate!.position))
  expect(far_m(bad, clean)).toBeGreaterThan(far_m(without, clean))
  const along = await bodyOf<PositionResiduals>(await ask(wrong, time, '/position-residuals'))
  const alongClean = await bodyOf<PositionResiduals>(await ask(never, far, '/position-residuals'))
  expect(along.measurements.toSpliced(3, 1)).toEqual(alongClean.measurements)
})

test('a report with exclusions is not stored: the stored report stays complete, and computing it without exclusions gives the same', async () => {
  const { id, report } = await measured('view-only')
  const before = await report(id)
  const times = timesOf(before)
  const part = await report(id, `${times[1]},${times[4]}/${times[6]}`)
  expect(part.excluded).toEqual([times[1], times[4], times[5], times[6]])
  expect(await report(id)).toEqual(before)
  const { excluded, ...anew } = await report(id, '2000-01-01T00:00:00.000Z')
  expect(excluded).toEqual([])
  expect(anew).toEqual(alike(before))
})

test('a report that cannot be computed again is refused with the reason', async () => {
  const { id, ask, report } = await measured('refused-anew')
  const times = timesOf(await report(id))
  const refusal = async (exclude: string) => {
    const answer = await ask(id, exclude)
    return [answer.status, (await bodyOf<{ detail: string }>(answer)).detail] as const
  }
  expect((await refusal('yesterday'))[0]).toBe(400)
  expect((await refusal(`${times[1]}/${times[0]}`))[0]).toBe(400)
  expect(await refusal(`${times[0]}/${times.at(-1)}`)).toEqual([422, expect.stringContaining('nothing to compute')])
})
