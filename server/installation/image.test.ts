/**
 * Tests the container image and compose.yaml without a container engine: the steps of the Containerfile are imitated, and the resulting tree is run.
 */
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { cdmText } from '../ca/testing/cdm-text.ts'
import { PROJECT_DIR } from '../platform/process/version.ts'
import { type DoorProcess, opsPortOf } from '../platform/testing/door-process.ts'
import { type Image, replayContainerfile } from '../platform/testing/image/containerfile.ts'
import { canSeal, type Service, startSealed, startUnsealed } from '../platform/testing/image/sealed.ts'
import { served } from '../platform/testing/served.ts'
import { freePort, testSettings } from '../platform/testing/test-api.ts'
import { createTestDatabase, type TestDatabase } from '../platform/testing/test-database.ts'
import { startTestIssuer, type TestIssuer } from '../platform/testing/test-issuer.ts'

type ComposeService = {
  readonly command?: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly tmpfs?: readonly string[]
  readonly read_only?: boolean
  readonly volumes?: readonly string[]
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly stop_grace_period: string
}

const deploy = (name: string) => readFileSync(join(PROJECT_DIR, 'deploy', name), 'utf8')
const compose: { services: Record<string, ComposeService> } = parse(deploy('compose.yaml'), { merge: true })
/** In compose.yaml the database is on the network; the test's database has a socket, which appears at this path. */
const DATABASE_AT = '/run/database'

let folder: string
let image: Image
let database: TestDatabase
let issuer: TestIssuer
const started: DoorProcess[] = []

beforeAll(async () => {
  // The cache is on the same disk as the project, so that packages are linked and not copied.
  const cache = join(PROJECT_DIR, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'apsis-image-'))
  ;[image, database, issuer] = await Promise.all([
    replayContainerfile(deploy('Containerfile'), folder),
    createTestDatabase(),
    startTestIssuer(),
  ])
})

afterAll(async () => {
  for (const door of started) door.kill('SIGKILL')
  await Promise.all(started.map((door) => door.ended))
  await issuer?.close()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a service of compose.yaml with its own settings, except for addresses and the draining time, which the test sets. */
function start(name: string, port: number, other?: readonly string[]): DoorProcess {
  const { command, environment, tmpfs = [], read_only: isReadOnly = false, volumes = [] } = service(name)
  const socketDir = decodeURIComponent(new URL(database.appUrl).hostname)
  const { uid } = statSync(socketDir)
  const atImage = (url: string) => url.replace(encodeURIComponent(socketDir), encodeURIComponent(DATABASE_AT))
  const whole: Service = {
    image,
    command: other ?? command,
    environment: {
      ...environment,
      ...testSettings({ database, issuer, port }),
      APSIS_DATABASE_URL: atImage(database.appUrl),
      ...(environment.APSIS_DATABASE_OWNER_URL && { APSIS_DATABASE_OWNER_URL: atImage(database.ownerUrl) }),
      APSIS_DRAIN_SECONDS: '0',
    },
    tmpfs,
    isReadOnly,
    mounts: [{ from: socketDir, at: DATABASE_AT }, ...volumes.map((volume) => mountOf(volume, uid))],
    uid,
  }
  const door = canSeal() ? startSealed(whole, folder) : startUnsealed(whole, folder)
  started.push(door)
  return door
}

/** Returns a named volume of compose.yaml as a folder of the test. It is the same for all services, and their account owns it. */
function mountOf(volume: string, uid: number): { from: string; at: string } {
  const [name = '', at = ''] = volume.split(':')
  const from = join(folder, `volume-${name}`)
  mkdirSync(from, { recursive: true, mode: 0o700 })
  if (process.getuid?.() === 0) chownSync(from, uid, uid)
  return { from, at }
}

function service(name: string): ComposeService {
  const found = compose.services[name]
  if (found === undefined) throw new Error(`compose.yaml has no service ${name}`)
  return found
}

test('API and worker in the image start as in compose.yaml, accept an upload and end on SIGTERM', async () => {
  process.stdout.write(
    `image: ${canSeal() ? 'in a read-only file system of its own' : 'in its tree, for want of rights'}\n`,
  )
  const port = await freePort()
  const api = start('api-1', port)
  const worker = start('worker', await freePort())
  const opsPorts = await Promise.all([api, worker].map(opsPortOf))
  for (const ops of opsPorts) expect((await fetch(`http://localhost:${ops}/readyz`)).status).toBe(200)
  const ask = (path: string, init?: RequestInit) => served(() => fetch(`http://localhost:${port}${path}`, init))
  expect(await (await ask('/')).text()).toContain('<div id="root"')
  const token = await issuer.token({ subject: 'ada', organisation: 'alpha', roles: ['ca:user'] })
  const form = new FormData()
  form.append('file', new Blob([cdmText()]), 'message.cdm')
  const headers = { authorization: `Bearer ${token}` }
  const uploaded = await ask('/api/v1/ca/cdms', { method: 'POST', headers, body: form })
  expect([uploaded.status, await uploaded.json()]).toEqual([200, [expect.objectContaining({ status: 'accepted' })]])
  // The first process that needed the key created it, where all processes find it (deploy/run-book.md).
  const { APSIS_DELIVERY_KEY_FILE: keyFile = '' } = service('api-1').environment
  const key = statSync(join(folder, 'volume-keys', basename(keyFile)))
  expect([(key.mode & 0o777).toString(8), key.size > 0]).toEqual(['600', true])
  expect([...api.lines, ...worker.lines].filter((line) => line.includes('cannot be used'))).toEqual([])
  for (const door of [api, worker]) door.kill('SIGTERM')
  for (const door of [api, worker]) expect(await door.ended, door.lines.join('\n')).toEqual({ code: 0, signal: null })
})

test('the migrations in the image run as in compose.yaml, and end', async () => {
  const door = start('migrate', await freePort())
  expect([(await door.ended).code, door.lines]).toEqual([
    0,
    [expect.stringMatching(/ is up to date \(as apsis_owner\)/)],
  ])
})

test('the image contains the compiled kernels of the screening, because it could neither compile nor store them', async () => {
  const script =
    "import { readKernel } from './engine/kernel-file.ts'; console.log((await readKernel()).length, 'bytes')"
  const door = start('worker', await freePort(), ['node', '--input-type=module', '--eval', script])
  expect(await door.line(/^\d+ bytes$/)).toMatch(/^\d{4,}/)
})
