import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT_DIR } from '../../platform/process/version.ts'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'
import { asOperator } from '../testing/ca-operator.ts'
import { cdmText } from '../testing/cdm-text.ts'

const run = promisify(execFile)
const GUIDE = join(PROJECT_DIR, 'docs', 'guide', 'platform', 'getting-started.md')
const require = createRequire(import.meta.url)
/** The generator prints with the compiler of TypeScript 5, which TypeScript 7 no longer contains. */
const WITH_TYPESCRIPT_5 = `import { registerHooks } from 'node:module'
const names = { typescript: 'typescript-5.9' }
registerHooks({ resolve: (name, context, next) => next(names[name] ?? name, context) })
`
const MINUTE_MS = 60_000
/** 12:00 in UTC. */
const NOON = '2030-03-01T17:30:00+05:30'

let api: TestApi
let folder: string
beforeAll(async () => {
  api = await startTestApi()
  folder = mkdtempSync(join(tmpdir(), 'apsis-client-'))
})
afterAll(async () => {
  await api.close()
  rmSync(folder, { recursive: true })
})

/** Makes a separate project, with the packages that the guide installs and the program that it shows. */
async function makeProject(): Promise<void> {
  const [, program = ''] = /^```ts\n([\s\S]*?)^```/m.exec(readFileSync(GUIDE, 'utf8')) ?? []
  const document = await (await fetch(`${api.origin}/api/v1/openapi.json`)).text()
  const options = { module: 'nodenext', target: 'es2024', strict: true, noEmit: true, skipLibCheck: true }
  const files = {
    'apsis.json': document,
    'with-typescript-5.mjs': WITH_TYPESCRIPT_5,
    'decide.ts': program,
    'package.json': JSON.stringify({ type: 'module' }),
    'tsconfig.json': JSON.stringify({
      compilerOptions: { ...options, allowImportingTsExtensions: true, types: ['node'] },
      files: ['decide.ts'],
    }),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  symlinkSync(join(PROJECT_DIR, 'node_modules'), join(folder, 'node_modules'))
  const generator = join(dirname(require.resolve('openapi-typescript/package.json')), 'bin', 'cli.js')
  const hook = pathToFileURL(join(folder, 'with-typescript-5.mjs')).href
  await run(process.execPath, ['--import', hook, generator, 'apsis.json', '-o', 'apsis.d.ts'], { cwd: folder })
}

/** Replaces words of the program: each word is followed by its replacement. */
function change(...words: readonly string[]): void {
  const path = join(folder, 'decide.ts')
  let program = readFileSync(path, 'utf8')
  for (let place = 0; place < words.length; place += 2) {
    expect(program).toContain(words[place])
    program = program.replace(words[place] ?? '', words[place + 1] ?? '')
  }
  writeFileSync(path, program)
}

const compile = () => run(join(PROJECT_DIR, 'node_modules', '.bin', 'tsc'), ['-p', folder]).catch((error) => error)

test('the client of the guide, with generated types, compiles, queries by local time and decides an event once', async () => {
  await makeProject()
  expect((await compile()).stdout).toBe('')
  const operator = asOperator(api, 'generated-client')
  const aroundNoon = [-MINUTE_MS, MINUTE_MS].map((ms) => new Date(Date.parse(NOON) + ms).toISOString().slice(0, -1))
  const [before, after] = await operator.take(
    ...aroundNoon.map((tca, place) => cdmText({ objects: ['1', String(place + 2)], tca })),
  )
  const token = await api.issuer.token({ subject: 'ada', organisation: 'generated-client', roles: ['ca:user'] })
  const env = { ...process.env, APSIS: api.origin, TOKEN: token }
  const decide = () => run(process.execPath, ['decide.ts', NOON], { cwd: folder, env })
  expect((await decide()).stdout).toBe(`${after?.conjunctionId} DECIDED\n`)
  const states = new Map(
    (await operator.events()).map(({ conjunctionId, decision }) => [conjunctionId, decision.state]),
  )
  expect([before, after].map((taken) => states.get(taken?.conjunctionId ?? ''))).toEqual(['NEW', 'DECIDED'])
  // The server reads the sent header: a version that no event had is refused.
  change("headers.get('etag')", "headers.get('x-nothing')", "?? ''", '?? \'"99"\'')
  await expect(decide()).rejects.toMatchObject({ stderr: expect.stringContaining('in between') })
})

test('the compiler refuses a header and a decision that are not in the API document', async () => {
  change("'If-Match'", "'If-Matches'", "'MONITOR'", "'WATCH'")
  const { stdout } = await compile()
  expect(stdout).toMatch(/'If-Matches'' does not exist/)
  expect(stdout).toMatch(/Type '"WATCH"' is not assignable/)
})
