/**
 * npm run tool -- interop clients: tests clients that generators write from the API description, in Python and Java. Each client lists events by a local
 * time and decides one on the version that it read. It needs Python 3 with venv, Java 17 and Maven; its downloads stay in node_modules/.cache. The
 * client in TypeScript is a test (server/ca/event/generated-client.test.ts).
 */
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import type { Decision } from '@apsis/contract/ca/event/conjunction.ts'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import { account } from '@apsis/e2e/account.ts'
import { type Product, removeData, startProduct } from '@apsis/e2e/product.ts'
import { cdmText } from '@apsis/server/ca/testing/cdm-text.ts'
import { signIn } from '@apsis/server/platform/testing/sign-in.ts'
import { ROOT } from '../run/step.ts'
import { freePort } from './free-port.ts'
import { fetchArtefact } from './maven.ts'

const PYTHON_CLIENT = 'openapi-python-client==0.29.1'
const GENERATOR = {
  path: 'org/openapitools/openapi-generator-cli/7.25.0/openapi-generator-cli-7.25.0.jar',
  // The publisher gives only a SHA-1, so this SHA-256 was computed from the file.
  sha256: '41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae',
}
const JAVA_OPTIONS = [
  'invokerPackage=apsis.client',
  'apiPackage=apsis.client.api',
  'modelPackage=apsis.client.model',
  'openApiNullable=false',
].join()
const CACHE = join(ROOT, 'node_modules', '.cache', 'apsis-clients')
const PROGRAMS = join(ROOT, 'tools', 'interop', 'clients')
const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
/** The UTC offset of a clock in India. */
const OFFSET = { ms: 5.5 * HOUR_MS, text: '+05:30' }

type Environment = Readonly<Record<string, string>>
/** Writes and builds the client in its own folder, and returns the command that runs it. */
type Client = {
  readonly name: string
  readonly build: (folder: string, document: string) => Promise<(env: Environment) => Promise<string>>
}

/** The call is asynchronous, so that the event loop notices when the server closes a connection and does not use it again. */
const runProgram = promisify(execFile)
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024
async function run(program: string, args: readonly string[], cwd: string, env: Environment = {}): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: MOST_OUTPUT_BYTES }
  return (await runProgram(program, args, options)).stdout
}

/** Makes a Python environment with these packages. */
async function python(folder: string, packages: readonly string[]): Promise<string> {
  const place = join(folder, 'python')
  await run('python3', ['-m', 'venv', place], folder)
  await run(join(place, 'bin', 'pip'), ['install', '--quiet', '--disable-pip-version-check', ...packages], folder)
  return join(place, 'bin')
}

async function generate(folder: string, args: readonly string[]): Promise<void> {
  await run('java', ['-jar', join(CACHE, 'openapi-generator-cli.jar'), 'generate', ...args], folder)
}

const CLIENTS: readonly Client[] = [
  {
    name: 'openapi-python-client',
    build: async (folder, document) => {
      const bin = await python(folder, [PYTHON_CLIENT])
      const wish = ['generate', '--path', document, '--meta', 'none', '--output-path', join(folder, 'apsis_client')]
      // The generator warns about each media type of a body that it cannot send; each of these calls also accepts one that it can send.
      await run(join(bin, 'openapi-python-client'), wish, folder)
      const program = join(PROGRAMS, 'openapi-python-client.py')
      return (env) => run(join(bin, 'python'), [program], folder, { ...env, PYTHONPATH: folder })
    },
  },
  {
    name: 'openapi-generator python',
    build: async (folder, document) => {
      await generate(folder, ['-i', document, '-g', 'python', '-o', folder, '--package-name', 'apsis_client'])
      const bin = await python(folder, ['-r', join(folder, 'requirements.txt')])
      const program = join(PROGRAMS, 'openapi-generator.py')
      return (env) => run(join(bin, 'python'), [program], folder, { ...env, PYTHONPATH: folder })
    },
  },
  {
    name: 'openapi-generator java',
    build: async (folder, document) => {
      const options = ['--library', 'native', '--additional-properties', JAVA_OPTIONS]
      await generate(folder, ['-i', document, '-g', 'java', '-o', folder, ...options])
      copyFileSync(join(PROGRAMS, 'decide.java'), join(folder, 'src', 'main', 'java', 'Decide.java'))
      const goals = ['compile', 'dependency:build-classpath', '-Dmdep.outputFile=classpath']
      await run('mvn', ['--quiet', `-Dmaven.repo.local=${join(CACHE, 'maven')}`, ...goals], folder)
      const classes = [join(folder, 'target', 'classes'), readFileSync(join(folder, 'classpath'), 'utf8')]
      return (env) => run('java', ['-cp', classes.join(delimiter), 'Decide'], folder, env)
    },
  },
]

type Ask = <T>(request: string, body?: string) => Promise<T>

function askerOf(product: Product, token: string): Ask {
  return async <T>(request: string, body?: string) => {
    const [method = '', path = ''] = request.split(' ')
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain' }
    const answer = await fetch(`${product.address}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    if (!answer.ok) throw new Error(`${request} was answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
}

/** Returns the output of the program and the server's data as one line that ends with the faults. */
async function judge(
  client: Client,
  { ask, id, printed }: { ask: Ask; id: string; printed: string },
): Promise<boolean> {
  const { history } = await ask<Decision>(`GET /api/v1/ca/conjunctions/${id}/decision`)
  const kept = history.map(({ action, decision, why }) => `${action} ${decision} ${why}`)
  const isRight = printed === `${id} 412 DECIDED` && kept.join() === `DECIDE MONITOR ${client.name}`
  console.log(
    `${isRight ? '✓' : '✗'} ${client.name}${isRight ? '' : `: it printed "${printed}", and the server has ${kept}`}`,
  )
  return isRight
}

const folder = mkdtempSync(join(tmpdir(), 'apsis-clients-'))
const dataDir = join(folder, 'data')
let product: Product | undefined
try {
  mkdirSync(CACHE, { recursive: true })
  await fetchArtefact(GENERATOR.path, join(CACHE, 'openapi-generator-cli.jar'), GENERATOR.sha256)
  product = await startProduct({ port: await freePort(), dataDir })
  const { username, demoPassword } = account('demo')
  const document = join(folder, 'apsis.json')
  writeFileSync(document, await (await fetch(`${product.address}/api/v1/openapi.json`)).text())
  const results: boolean[] = []
  for (const [place, client] of CLIENTS.entries()) {
    const own = join(folder, String(place))
    mkdirSync(own)
    const beginMs = performance.now()
    const decide = await client.build(own, document)
    const builtMs = performance.now()
    // A token is valid for minutes, and a build may take as long, so it is fetched after the build.
    const token = await signIn(product.address, { username, password: demoPassword })
    const ask = askerOf(product, token)
    // There is one event a day from tomorrow on. Each client asks for the events from an hour before its own event.
    const tca = Date.now() + (place + 1) * 24 * HOUR_MS
    const at = (ms: number) => new Date(ms).toISOString().slice(0, -1)
    const message = cdmText({ objects: [String(98_001 + place), '90001'], tca: at(tca), createdAt: at(Date.now()) })
    const [taken] = await ask<CdmIntake[]>('POST /api/v1/ca/cdms', message)
    const id = taken?.conjunctionId ?? ''
    const after = `${at(tca - HOUR_MS + OFFSET.ms)}${OFFSET.text}`
    const askMs = performance.now()
    const printed = await decide({ APSIS: product.address, TOKEN: token, AFTER: after })
    results.push(await judge(client, { ask, id, printed: printed.trim() }))
    const [built, asked] = [builtMs - beginMs, performance.now() - askMs].map((ms) => (ms / SECOND_MS).toFixed(1))
    console.log(`  ${built} s until the client is built, ${asked} s until the event is decided`)
  }
  console.log(
    `${results.filter(Boolean).length} of ${results.length} clients asked by a local time and decided an event`,
  )
  process.exitCode = results.every(Boolean) ? 0 : 1
} finally {
  await product?.stop()
  removeData(dataDir)
  rmSync(folder, { recursive: true, force: true })
}
