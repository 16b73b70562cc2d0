/**
 * npm run tool -- interop exports: reads the files of a plan with a reader that is not part of Apsis, and checks that it gets the same numbers (flight
 * rules F7 and F16). It needs Python 3 with venv; it installs ccsds-ndm into a folder that it removes afterwards.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { account } from '@apsis/e2e/account.ts'
import { type Product, removeData, startProduct } from '@apsis/e2e/product.ts'
import { cdmText } from '@apsis/server/ca/testing/cdm-text.ts'
import { signIn } from '@apsis/server/platform/testing/sign-in.ts'
import { ROOT } from '../run/step.ts'
import { freePort } from './free-port.ts'

const READER = 'ccsds-ndm==3.1.1'
const NORAD_ID = 98_617
/** A day is longer than the lead time of the engine and than 2.5 revolutions, which are 4 h. */
const TCA_AHEAD_MS = 86_400_000
/** 1σ of the size of a burn, as a fraction of the size; the strong burn is 3σ above the planned one. */
const ENGINE = { type: 'IMPULSIVE', thrustN: 1, ispS: 220, sigmaMagnitude: 0.1 }
const FILES = [
  ['opm', '2.0', 'kvn'],
  ['opm', '3.0', 'kvn'],
  ['opm', '3.0', 'xml'],
  ['oem', '2.0', 'kvn'],
  ['oem', '2.0', 'xml'],
  ['ocm', '3.0', 'kvn'],
  ['ocm', '3.0', 'xml'],
  ['json', '2.0', 'kvn'],
  ['csv', '2.0', 'kvn'],
] as const
const CASES = ['nominal', 'no-burn', 'hot', 'cold'] as const

type Ask = (request: string, type: string, body?: string) => Promise<string>

async function askerOf(product: Product): Promise<Ask> {
  const { username, demoPassword } = account('demo')
  const token = await signIn(product.address, { username, password: demoPassword })
  return async (request, type, body) => {
    const [method = '', path = ''] = request.split(' ')
    const answer = await fetch(`${product.address}/api/v1/ca/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      ...(body === undefined ? {} : { body }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${request} was answered ${answer.status}: ${text}`)
    return text
  }
}

/** Makes a satellite, an event for it and a plan for that event. */
async function makePlan(ask: Ask): Promise<Plan> {
  const configuration = { propulsion: ENGINE, wetMass: 260, hardBodyRadius: 5 }
  const json = 'application/json'
  await ask('POST satellites', json, JSON.stringify({ name: 'INTEROP', noradId: NORAD_ID, configuration }))
  const [tca, createdAt] = [TCA_AHEAD_MS, 0].map((ms) => new Date(Date.now() + ms).toISOString())
  const message = cdmText({ objects: [String(NORAD_ID), '90001'], tca: tca ?? '', createdAt: createdAt ?? '' })
  const [taken] = JSON.parse(await ask('POST cdms', 'text/plain', message)) as CdmIntake[]
  const asked = { 'conjunction-id': taken?.conjunctionId, start: { unit: 'PERIODS', value: 2.5 } }
  return JSON.parse(await ask('POST manoeuvres', json, JSON.stringify(asked))) as Plan
}

const folder = mkdtempSync(join(tmpdir(), 'apsis-exports-'))
const [dataDir, files, python] = [join(folder, 'data'), join(folder, 'files'), join(folder, 'python')]
let product: Product | undefined
try {
  execFileSync('python3', ['-m', 'venv', python], { stdio: 'inherit' })
  execFileSync(join(python, 'bin', 'pip'), ['install', '--quiet', READER], { stdio: 'inherit' })
  mkdirSync(files)
  product = await startProduct({ port: await freePort(), dataDir })
  const ask = await askerOf(product)
  const plan = await makePlan(ask)
  writeFileSync(join(files, 'plan.json'), JSON.stringify(plan))
  writeFileSync(join(files, 'magnitude-error.json'), JSON.stringify(ENGINE.sigmaMagnitude))
  for (const which of CASES)
    for (const [format, version, notation] of FILES) {
      const query = new URLSearchParams({ format, version, notation, case: which })
      const text = await ask(`GET manoeuvres/${plan.manoeuvreId}/file?${query}`, 'application/json')
      writeFileSync(join(files, `${which}-${format}-${version}-${notation}`), text)
    }
  const script = join(ROOT, 'tools', 'interop', 'exports.py')
  console.log(`${CASES.length} cases × ${FILES.length} files, read by ${READER}:`)
  execFileSync(join(python, 'bin', 'python'), [script, files], { stdio: 'inherit' })
} finally {
  await product?.stop()
  removeData(dataDir)
  rmSync(folder, { recursive: true, force: true })
}
