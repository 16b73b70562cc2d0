import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cholesky } from '@apsis/astro/matrix.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { norm, type Vec3 } from '@apsis/astro/vec3.ts'
import { parseOcm, statesOfTrajectory } from '@apsis/ccsds/ocm/ocm.ts'
import { parseOem } from '@apsis/ccsds/oem/read-oem.ts'
import { parseOpm } from '@apsis/ccsds/opm/opm.ts'
import type { EventPlan as Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../platform/testing/test-api.ts'
import { approved, planAt } from '../../testing/plan-operator.ts'

let api: TestApi
const folder = mkdtempSync(join(tmpdir(), 'apsis-plan-'))
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await api.close()
})

/** The rounding by half of the last digit of km/s in a file; the burn itself has one digit more. */
const LAST_DIGIT_MPS = 1e-9
/** Both files have the same digits. Positions of 7000 km are read in km and in m, and variances of 1e4 m² in km² and in m². */
const ROUNDING_M = 1e-8
const VARIANCE_DIGITS = 8

test('an OCM contains the path and covariance of the OEM and the burn of the OPM, with the same numbers (F7, F16)', async () => {
  const operator = await planAt(api, 'ocm')
  const plan = await operator.planned()
  for (const notation of ['kvn', 'xml']) {
    const file = await operator.file(plan, `format=ocm&version=3.0&notation=${notation}`)
    expect(file.status, file.text).toBe(200)
    expect(file.name).toContain(`DRAFT_${plan.name}_nominal.ocm${notation === 'xml' ? '.xml' : ''}"`)
    const ocm = parseOcm(file.text)
    const { segments } = parseOem((await operator.file(plan, 'format=oem')).text)
    expect(ocm.trajectories).toHaveLength(segments.length)
    for (const [k, trajectory] of ocm.trajectories.entries()) {
      const states = statesOfTrajectory(trajectory)!
      const of = segments[k]!.states
      expect(states).toHaveLength(of.length)
      for (const place of [0, of.length - 1]) {
        expect(secondsBetween(states[place]!.epoch as Epoch, of[place]!.epoch as Epoch)).toBe(0)
        expect(norm(states[place]!.r.map((x, axis) => x - of[place]!.r[axis]!) as unknown as Vec3)).toBeLessThan(
          ROUNDING_M,
        )
      }
      const [first] = ocm.covariances[k]!.rows
      expect(first!.values[0]! * 1e6).toBeCloseTo(segments[k]!.covariances[0]!.matrix[0]![0]!, VARIANCE_DIGITS)
    }
    const [man] = ocm.manoeuvres
    const row = man!.rows[0]!
    const field = (name: string) => row[man!.composition.indexOf(name)]!
    expect(secondsBetween(parseTime(field('TIME_ABSOLUTE')), parseTime(plan.ignitionEpoch.replace('Z', '')))).toBe(0)
    const written = ['DV_X', 'DV_Y', 'DV_Z'].map((name) => 1_000 * Number(field(name)))
    const opm = parseOpm((await operator.file(plan, 'format=opm')).text)
    for (const [axis, value] of written.entries()) {
      expect(Math.abs(value - plan.deltaVRtn[axis]!)).toBeLessThan(LAST_DIGIT_MPS)
      expect(Math.abs(value - opm.manoeuvres[0]!.deltaVMps[axis]!)).toBeLessThan(LAST_DIGIT_MPS)
    }
    expect(man!.metadata.manRefFrame).toBe('RSW_INERTIAL')
    // The CCSDS schema requires it (ndmxml-4.0.0-ocm-3.0).
    expect(man!.metadata.dcType).toBe('CONTINUOUS')
  }
  expect(parseOcm((await operator.file(plan, 'format=ocm&version=3.0&case=no-burn')).text).manoeuvres).toEqual([])
})

/** A value that is not rounded before it is written has nine decimals of km/s in the file, on each axis. */
const DIGITS_OF_OPM_MPS = 2e-6

/** Reads the files of a zip with the reader of another language. */
function unzip(bytes: Uint8Array): Record<string, string> {
  const path = join(folder, 'plan.zip')
  writeFileSync(path, bytes)
  const code =
    'import json,sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None and len(set(z.namelist())) == len(z.namelist())\nprint(json.dumps({n:z.read(n).decode() for n in z.namelist()}))'
  expect(readFileSync(path).length).toBe(bytes.length)
  return JSON.parse(execFileSync('python3', ['-c', code, path], { encoding: 'utf8', maxBuffer: 1 << 28 }))
}

/** The share of each variance that may be rounding, in this reader and in any other. */
const ROUNDING_SHARE = 1e-13

test('the covariances of every case are positive definite up to the end of the path, with a margin for rounding (F16)', async () => {
  const operator = await planAt(api, 'definite')
  const plan = await operator.planned()
  for (const which of ['nominal', 'hot', 'cold', 'no-burn']) {
    const { segments } = parseOem((await operator.file(plan, `format=oem&case=${which}`)).text)
    const matrices = segments.flatMap(({ covariances }) => covariances.map(({ matrix }) => matrix))
    expect(matrices.length).toBeGreaterThan(20)
    const less = matrices.map((matrix) =>
      matrix.map((row, i) => row.map((value, j) => (i === j ? value * (1 - ROUNDING_SHARE) : value))),
    )
    expect(less.filter((matrix) => cholesky(matrix) === null)).toEqual([])
  }
})

test('a zip contains every file of a plan once, each equal to the file that is downloaded alone', async () => {
  const operator = await planAt(api, 'zip')
  const plan = await operator.planned()
  const zipped = async (query: string) => {
    const answer = await operator.ada.call(`GET /api/v1/ca/manoeuvres/${plan.manoeuvreId}/file?format=zip${query}`)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const said = answer.ok ? '' : new TextDecoder().decode(bytes)
    expect([answer.status, answer.headers.get('content-type')], said).toEqual([200, 'application/zip'])
    return unzip(bytes)
  }
  const files = await zipped('')
  const name = `DRAFT_${plan.name}`
  expect(Object.keys(files)).toEqual([
    ...[`${name}.opm`, `${name}_v3.opm`, `${name}.opm.xml`],
    ...['nominal', 'no-burn', 'hot', 'cold'].map((one) => `${name}_${one}.oem`),
    ...[`${name}_nominal.ocm`, `${name}.json`, `${name}.csv`],
  ])
  const single = parseOpm((await operator.file(plan, 'format=opm')).text)
  expect(parseOpm(files[`${name}.opm`]!).manoeuvres).toEqual(single.manoeuvres)
  expect(files[`${name}_v3.opm`]).toMatch(/CCSDS_OPM_VERS += 3\.0/)
  expect(files[`${name}.opm.xml`]).toContain('<opm ')
  // No two XML files have the same name.
  const names = Object.keys(await zipped('&notation=xml'))
  expect(names).toEqual(expect.arrayContaining([`${name}_nominal.oem.xml`, `${name}_nominal.ocm.xml`]))
  const json = JSON.parse(files[`${name}.json`]!) as Plan
  expect(json.deltaVRtn).toEqual(plan.deltaVRtn)
  expect((await operator.read(plan.manoeuvreId)).steps.filter(({ action }) => action === 'DOWNLOAD')).toHaveLength(3)
})

test('an OPM contains the burn of the requested case, and says so in its name (F16)', async () => {
  const operator = await planAt(api, 'opm-cases')
  const plan = await operator.planned()
  const [nominal, hot, cold, none] = await Promise.all(
    ['nominal', 'hot', 'cold', 'no-burn'].map((one) => operator.file(plan, `format=opm&case=${one}`)),
  )
  const sizeOf = ({ text }: { text: string }) => norm(parseOpm(text).manoeuvres[0]!.deltaVMps)
  const [planned, strong, weak] = [nominal!, hot!, cold!].map(sizeOf) as [number, number, number]
  expect(Math.abs(planned - plan.totalDeltaVMagnitude)).toBeLessThan(LAST_DIGIT_MPS)
  // 3σ of ten percent of the burn's size, which is the default of the engine.
  expect(Math.abs(strong - 1.3 * planned)).toBeLessThan(DIGITS_OF_OPM_MPS)
  expect(Math.abs(weak - 0.7 * planned)).toBeLessThan(DIGITS_OF_OPM_MPS)
  expect([hot!, cold!].map(({ name }) => name)).toEqual([
    expect.stringContaining(`DRAFT_${plan.name}_hot.opm`),
    expect.stringContaining(`DRAFT_${plan.name}_cold.opm`),
  ])
  expect(hot!.text).toContain('Do not command it')
  expect(parseOpm(none!.text).manoeuvres).toEqual([])
  expect(none!.text).toContain('WITHOUT THE MANOEUVRE')
})

test('the files of a plan that was approved and then given up say so in name and comment; before export they say "not exported"', async () => {
  const operator = await planAt(api, 'given-up')
  const standing = await approved(operator)
  const clean = await operator.file(standing, 'format=opm')
  expect(clean.name).toContain(`"${standing.name}.opm"`)
  expect(clean.text).toContain('not yet EXPORTED')
  const rejected = await operator.moved(standing, { state: 'REJECTED', why: 'the other object moves' })
  expect(rejected.approvedAt).not.toBeNull()
  for (const query of ['format=opm', 'format=oem', 'format=ocm']) {
    const { name, text } = await operator.file(rejected, query)
    expect(name).toContain(`REJECTED_${standing.name}`)
    expect(text).toContain('REJECTED. DO NOT EXECUTE.')
  }
  expect((await operator.file(rejected, 'format=csv')).name).toContain(`REJECTED_${standing.name}.csv`)
})
