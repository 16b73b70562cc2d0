import { CLEAN } from './clean.data.ts'

/** The files that break a rule (undefined removes a file), and the places where the rule has to report them. */
export type Case = {
  readonly plant: Readonly<Record<string, string | undefined>>
  readonly at: string
  readonly says: string
}

const plant = (path: string, text: string, says: string, line = 1): Case => ({
  plant: { [path]: text },
  at: `${path}:${line}`,
  says,
})
const row = (name: string, version: string) => JSON.stringify({ dependencies: { [name]: version } }, null, 2)
const testOf = (body: string) => `import { expect, test } from 'vitest'\n${body}\n`

/** The violations that the tests plant for each rule, by its name. */
export const CASES: Readonly<Record<string, readonly Case[]>> = {
  'no two folders import each other': [
    {
      plant: {
        'server/ca/row.ts': "import { b } from './plan/plan.ts'\nexport const row = b",
        'server/ca/plan/plan.ts': "\nimport { other } from '../other.ts'\nexport const b = other",
        'server/ca/other.ts': 'export const other = 1',
      },
      at: 'server/ca/plan/plan.ts:2',
      says: 'and server/ca imports server/ca/plan',
    },
  ],
  'a file of few lines is a part of the one file that imports it': [
    {
      plant: {
        'server/ca/a.ts': "import { b } from './b.ts'\nexport const a = b",
        'server/ca/b.ts': 'export const b = 1',
      },
      at: 'server/ca/b.ts:1',
      says: 'server/ca/a.ts alone imports it',
    },
  ],
  'a class of a module says more than the primitives': [
    {
      plant: {
        'web/ui/primitives.css': '.row {\n  display: flex;\n}\n.muted {\n  color: grey;\n}\n',
        'web/ca/a.module.css': '.b {\n  width: 1px;\n}\n.c {\n  color: grey;\n  display: flex;\n}\n',
      },
      at: 'web/ca/a.module.css:4',
      says: '.c says what "row muted" says',
    },
  ],
  'screens are laid out for four widths': [
    plant('web/ca/a.module.css', '\n@media print, (width <= 900px) {\n}\n', 'one of 760, 1100, 1320, 2800 px', 2),
    plant('web/ca/a.module.css', '@media (max-width: 760px) {\n}\n', 'asks for @media (max-width: 760px)'),
    plant(
      'web/ca/a.tsx',
      "export const PHONE = 'screen and (width <= 500px)'\n",
      'asks for screen and (width <= 500px)',
    ),
    plant('web/ca/b.tsx', "export const isNarrow = useMedia('(760px < width <= 900px)')\n", '(760px < width <= 900px)'),
  ],
  'a type is named for what it is': [
    plant('server/ca/a.ts', '\ntype Asked = { readonly a: number }', 'calls a type Asked', 2),
    plant('web/ca/a.test.ts', 'interface Given { readonly a: number }', 'calls a type Given'),
    plant('cli/a.ts', 'type When = { readonly a: number }', 'calls a type When'),
    plant('server/odt/a.ts', 'type Overtaken = { readonly a: number }', 'calls a type Overtaken'),
  ],
  'an exported name of a function is not used again and again': [
    {
      plant: Object.fromEntries(
        ['a', 'b', 'c', 'd'].map((name) => [`server/ca/${name}.ts`, 'export const textOf = () => 1']),
      ),
      at: 'server/ca/d.ts:1',
      says: 'exports textOf, as 3 others do',
    },
  ],
  'a member stays below its ceiling of lines': [
    { plant: { 'deploy/a.sql': '\n'.repeat(1_000) }, at: 'deploy:1', says: 'has 1000 lines' },
  ],
  'a table is drawn from its columns': [
    plant(
      'web/ca/a.tsx',
      '\nexport const A = () => (\n  <table className="a">\n  </table>\n)',
      'writes a table by hand',
      3,
    ),
    plant('web/services/a.tsx', 'export const A = () => <table />', 'give its columns to PlainTable'),
  ],
  'object literals write out their fields': [
    plant('server/ca/a.ts', 'export const a = (b: number) => ({ ...{ b, c: 1 }, d: 2 })', 'write its fields out'),
    plant('web/ca/a.test.ts', 'export const a = {\n  ...({ b: 1 } as const),\n}', 'write its fields out', 2),
  ],
  'what is exported is used, and not by tests alone': [
    plant('server/ca/a.ts', '\nexport const forgotten = 1', 'which nothing uses', 2),
    {
      plant: {
        'server/ca/a.ts': 'export function half(a: number) {\n  return a / 2\n}',
        'server/ca/a.test.ts': testOf("import { half } from './a.ts'\ntest('half', () => { expect(half(2)).toBe(1) })"),
      },
      at: 'server/ca/a.ts:1',
      says: 'exports half for tests alone',
    },
  ],
  'one file knows where the reference collection lies, and the product never reads it': [
    plant(
      'astro/a.test.ts',
      testOf("const FOLDER = join(import.meta.dirname, '..', '..', 'shared', 'reference', 'pc')"),
      'names the place of the reference collection',
      2,
    ),
    plant(
      'engine/a.test.ts',
      "const at = new URL('../../shared/reference/pc/a.csv', import.meta.url)",
      'names the place',
    ),
    plant('bench/a.ts', 'const at = `../shared/reference`', 'names the place'),
    plant('tools/a.ts', '\nconst at = process.env.APSIS_REFERENCE', 'names the place', 2),
    plant(
      'server/ca/a.ts',
      "import { collectionPath } from '@apsis/astro/testing/reference-collection.ts'\ncollectionPath('pc')",
      'which no product may need',
    ),
  ],
  'there are no more journeys than a run has time for': [
    plant(
      'e2e/a.e2e.ts',
      testOf("test.each([1, 2])('%d', async (one) => expect(one).toBeGreaterThan(0))\n".repeat(71)),
      'is one of 71 journeys, and a run has 70',
      72,
    ),
  ],
  'members import only what the table allows': [
    plant(
      'astro/a.ts',
      "import { call } from '@apsis/contract/ca/event/conjunction.ts'\ncall()",
      'only no other member',
    ),
    plant('astro/a.ts', "import { readFile } from 'node:fs'", 'runs without Node'),
    plant('astro/a.ts', "import _ from 'lodash'", 'only astronomy-engine'),
    plant('ccsds/a.ts', "import { z } from 'zod'", 'only saxes'),
    plant('contract/a.ts', "import type { A } from '@apsis/astro/units.ts'", 'only no other member'),
    plant('server/ca/a.ts', "import { startIdentity } from '@apsis/identity/identity.ts'", 'may import only contract'),
    plant(
      'server/identity.ts',
      "import { adapter } from '@apsis/identity/provider/adapter.ts'",
      'may import only contract',
    ),
    plant('server/ca/a.ts', "\nimport got from 'got'", 'no dependency of server', 2),
    plant('server/ca/a.ts', "import { expect } from 'vitest'", 'no dependency of server'),
    plant('server/ca/a.ts', "import { a } from '@apsis/server/ca/b.ts'", 'use a relative path'),
    plant('server/ca/a.ts', "import { a } from '@apsis/astro'", 'name the file'),
    plant(
      'web/ca/a.ts',
      "import { list } from '@apsis/server/ca/conjunction.repository.ts'",
      'may import only contract',
    ),
    plant('web/ca/a.ts', "const fs = await import('node:fs')", 'runs without Node'),
    plant('identity/a.ts', "type A = import('@apsis/contract/ca/event/conjunction.ts').A", 'only no other member'),
    plant('cli/a.ts', "import { x } from '@apsis/server/start.ts'", 'may import only contract'),
    plant(
      'web/ca/a.test.ts',
      "import { page } from '@apsis/server/platform/testing/test-api.ts'",
      'may import only contract',
    ),
    plant(
      'web/ca/a.page.test.ts',
      "import { find } from '@apsis/server/ca/find/find.service.ts'",
      'may import only contract',
    ),
    plant('e2e/a.e2e.ts', "import { routes } from '@apsis/web/routes.tsx'", 'may import only contract'),
    plant('bench/a.ts', "import got from 'got'", 'no dependency of bench'),
    plant('tools/a.ts', "import { load } from '@apsis/bench/load.ts'", 'may import only'),
    plant('server/a.ts', "import { load } from '@apsis/bench/load.ts'", 'may import only contract'),
    plant('server/a.ts', "import { a } from '@apsis/tools/services/service.ts'", 'may import only contract'),
    plant('server/a.test.ts', "import { a } from '@apsis/tools/interop/squid.ts'", 'may import only contract'),
    plant('web/a.test.ts', "import { a } from '@apsis/tools/services/service.ts'", 'may import only contract'),
    plant('tools/services/a.ts', "import { a } from '@apsis/server/a.ts'", 'tools/services may import only contract'),
  ],
  'relative imports stay in their member and name an existing file': [
    plant('web/ca/a.ts', "import { toRadians } from '../../astro/units.ts'", 'write @apsis/astro/units.ts'),
    plant('web/ca/a.ts', "import { paths } from '../paths'", 'without its extension'),
    plant('web/ca/a.ts', "import { paths } from '../path.ts'", 'there is no web/path.ts'),
    plant('server/a.ts', "new Worker(new URL('../web/paths.ts', import.meta.url))", 'leaves its member'),
  ],
  'nothing is exported again from another file': [
    plant('web/ca/a.ts', "export * from './b.ts'", 'again'),
    plant('web/ca/a.ts', "export { b } from './b.ts'", 'again'),
    plant('web/ca/a.ts', "import { b } from './b.ts'\nexport { b }", 'exports the imported "b" again', 2),
  ],
  'inside server: doors, then domains, then platform': [
    plant(
      'server/ca/a.ts',
      "import { list } from '../notifications/notification.repository.ts'",
      '*.service.ts instead',
    ),
    plant('server/ca/a.ts', "import { routes } from '../notifications/notification.routes.ts'", '*.service.ts instead'),
    plant(
      'server/platform/a.ts',
      "import { notify } from '../notifications/notification.service.ts'",
      'knows no domain',
    ),
    plant('server/ca/a.ts', "import '../start.ts'", 'door'),
    plant(
      'server/ca/a.ts',
      "import { asOperator } from '../notifications/testing/operator.ts'",
      '*.service.ts instead',
    ),
    plant(
      'server/ca/a.test.ts',
      "import { list } from '../notifications/notification.repository.ts'",
      '*.service.ts instead',
    ),
    {
      plant: { 'server/notifications/a.ts': "import { list } from '../ca/conjunction.service.ts'" },
      at: 'server/ca/conjunction.routes.ts:4',
      says: 'circle of domains: ca → notifications → ca',
    },
  ],
  'inside web: routes, then domains, then session … shell, then ui': [
    plant('web/ca/a.tsx', "import { Terms } from '../tnc/tnc.page.tsx'", 'another domain'),
    plant('web/api/a.ts', "import { Conjunctions } from '../ca/conjunctions.page.tsx'", 'not back'),
    plant('web/ui/a.tsx', "import { call } from '../api/call.ts'", 'not back'),
    plant('web/ui/a.tsx', "import { paths } from '../site/paths.ts'", 'not back'),
    plant('web/ca/a.tsx', "import { routes } from '../routes.tsx'", 'whole application'),
    plant('web/ui/a.tsx', "import type { A } from '@apsis/contract/ca/event/conjunction.ts'", 'nothing of satellites'),
  ],
  'no file and no room imports itself in a circle': [
    {
      plant: { 'astro/a.ts': "import { b } from './b.ts'", 'astro/b.ts': "\nimport { a } from '@apsis/astro/a.ts'" },
      at: 'astro/a.ts:1',
      says: 'a.ts → b.ts → a.ts',
    },
    {
      plant: { 'server/ca/a.ts': "import { b } from './b.ts'", 'server/ca/b.ts': "import type { A } from './a.ts'" },
      at: 'server/ca/a.ts:1',
      says: 'a.ts → b.ts → a.ts',
    },
    {
      plant: {
        'server/ca/pool.ts': "new Worker(new URL('./thread.ts', import.meta.url))",
        'server/ca/thread.ts': "\ntype Task = import('./pool.ts').Task",
      },
      at: 'server/ca/pool.ts:1',
      says: 'pool.ts → thread.ts → pool.ts',
    },
    {
      plant: {
        'astro/time/a.ts': "import type { Frame } from '../frames/b.ts'",
        'astro/frames/b.ts': '',
        'astro/frames/c.ts': "import { now } from '../time/d.ts'",
        'astro/time/d.ts': '',
      },
      at: 'astro/frames/c.ts:1',
      says: 'frames → time → frames',
    },
    {
      plant: {
        'web/ca/conjunctions/a.ts': "import { b } from '../plots/b.ts'",
        'web/ca/plots/b.ts': '',
        'web/ca/plots/c.ts': "import { d } from '../events/d.ts'",
        'web/ca/events/d.ts': "import { e } from '../conjunctions/e.ts'",
        'web/ca/conjunctions/e.ts': '',
      },
      at: 'web/ca/conjunctions/a.ts:1',
      says: 'conjunctions → plots → events → conjunctions',
    },
  ],
  'a room imports only rooms below it': [
    plant(
      'astro/time/a.ts',
      "\nimport { sun } from '../sky/sun.ts'",
      'imports astro/sky/sun.ts, which stands above',
      2,
    ),
    plant('astro/vec3.ts', "import type { Epoch } from './time/epoch.ts'", 'which stands above .'),
    { plant: { 'astro/rockets/a.ts': '' }, at: 'astro/rockets:1', says: 'no place in ROOM_ORDER' },
  ],
  'a screen imports no screen': [
    {
      plant: {
        'web/ca/find.page.tsx': '',
        'web/ca/find/a.ts': "import { b } from '../oems/b.ts'",
        'web/ca/oems.page.tsx': '',
        'web/ca/oems/b.ts': '',
      },
      at: 'web/ca/find/a.ts:1',
      says: 'of another screen',
    },
    {
      plant: {
        'web/ca/find.page.tsx': "\nimport { OemsPage } from './oems.page.tsx'",
        'web/ca/oems.page.tsx': '',
      },
      at: 'web/ca/find.page.tsx:2',
      says: 'of another screen',
    },
  ],
  'a loose test of server lies beside the file of its name': [
    plant('server/duty.test.ts', '', 'there is no server/duty.ts'),
    plant('server/ca/list-order.test.ts', '', 'there is no server/ca/list-order.ts'),
  ],
  'files are kebab-case, of a known kind, and named for what they hold': [
    plant('web/ca/ConjunctionTable.tsx', '', 'known kind of component'),
    plant('server/ca/conjunction.controller.ts', '', 'known kind'),
    plant('server/ca/conjunction_list.ts', '', 'known kind'),
    plant('server/ca/utils.ts', '', 'says nothing'),
    plant('web/ui/index.ts', '', 'says nothing'),
    plant('server/helpers/a.ts', '', 'says nothing'),
    plant('server/mail.tsx', '', 'outside web'),
    plant('server/worker.mjs', '', 'write TypeScript'),
    plant('server/migrations/ca.sql', '', 'NNNN'),
    plant('web/ca/conjunction.routes.ts', '', 'outside server'),
    plant('server/ca/a.db.test.ts', '', 'outside identity'),
    plant('packages/a.ts', '', 'no known folder'),
    plant('docs/Some Guide.md', '', 'kebab-case'),
    plant('web/camelCase/a.ts', '', 'folders are kebab-case'),
  ],
  'an endpoint lies where its URL says, in contract and in server': [
    plant('contract/ca/event.ts', "const a = { path: '/api/v1/ca/conjunctions' }", 'contract/ca/event/conjunction.ts'),
    plant('contract/ca/cdm.ts', "\nconst a = { path: '/api/v1/ca/cdms' as const }", 'no server/ca/cdm.routes.ts', 2),
    plant(
      'contract/ca/list/conjunction.ts',
      "const a = { path: '/api/v1/ca/conjunctions' }",
      'ca/event/conjunction.ts',
    ),
    plant('server/ca/list/conjunction.routes.ts', '', 'lies in no room of its noun'),
    plant('server/ca/list.routes.ts', "import * as c from '@apsis/contract/ca/event/conjunction.ts'", 'same path'),
    plant('server/ca/cdm.routes.ts', '', 'serves nothing'),
  ],
  'a job is named for its file': [
    plant('server/ca/screening.job.ts', "\njob({ name: 'ca.screen' })", "name: 'ca.screening'", 2),
    plant('server/ca/screening.job.ts', 'job({ name: nameOf() })', "name: 'ca.screening'"),
  ],
  'a page lies where its URL says': [
    plant('web/ca/conjunction-list.page.tsx', '', 'page of no URL'),
    plant(
      'web/routes.tsx',
      "const a = ['/tnc', '/ca/conjunctions',\n{ path: '/ca/find', component: () => import('./tnc/tnc.page.tsx') }]",
      'web/ca/find.page.tsx',
      2,
    ),
    {
      plant: {
        'web/site/paths.ts': "export const paths = { find: '/ca/find', tnc: '/tnc', all: () => `/ca/conjunctions` }",
        'web/routes.tsx':
          "import { Terms } from './tnc/tnc.page.tsx'\ncreateRoute({\n path: paths.find, component: Terms })",
      },
      at: 'web/routes.tsx:3',
      says: 'name the file web/ca/find.page.tsx',
    },
    plant('web/home.page.tsx', '', 'page of no URL'),
    { plant: { 'web/routes.tsx': undefined }, at: 'web/ca/conjunctions.page.tsx:1', says: 'no web/routes.tsx' },
  ],
  'each runtime dependency has its line in the list, and its member a budget': [
    plant(
      'web/package.json',
      '{ "dependencies": {\n "react": "19.3.1",\n "lodash": "4.17.21" } }',
      'needs "lodash"',
      3,
    ),
    plant(
      'docs/dependencies.md',
      `${CLEAN['docs/dependencies.md']}| web | \`moment\` | dates | by hand |\n`,
      'no longer',
      6,
    ),
    {
      plant: { 'docs/dependencies.md': CLEAN['docs/dependencies.md']?.replace('schemas', ' ') },
      at: 'contract/package.json:5',
      says: 'needs "zod"',
    },
    plant('ccsds/package.json', '{ "dependencies": { "saxes": "6.0.0", "fast-xml": "1.0.0" } }', 'at most 1'),
    plant('e2e/package.json', row('got', '1.0.0'), 'at most 0', 3),
  ],
  'versions are exact, and one package has one version': [
    plant('web/package.json', row('react', '^19.3.1'), 'one exact version', 3),
    plant('web/package.json', row('react', 'latest'), 'one exact version', 3),
    plant('web/package.json', row('react-18', 'npm:react@^18.0.0'), 'one exact version', 3),
    plant('web/package.json', row('zod', '4.6.6'), 'contract/package.json for 4.6.7', 3),
  ],
  'the lock file names no server': [
    plant('package-lock.json', '{\n"resolved": "https://example.org/zod.tgz" }', 'names a server', 2),
    { plant: { 'package-lock.json': undefined }, at: 'package-lock.json:1', says: 'missing' },
  ],
  'each path that the tour names exists': [
    plant('TOUR.md', 'x\nSee `server/ca/cdm.service.ts`.', 'server/ca/cdm.service.ts', 2),
    plant('TOUR.md', 'See `web/cdm/`.', 'web/cdm/'),
    plant('TOUR.md', 'See `README.txt.md`.', 'README.txt.md'),
    plant('docs/walks.md', '\nSee `web/cdm.ts`.', 'web/cdm.ts', 2),
    { plant: { 'TOUR.md': undefined }, at: 'TOUR.md:1', says: 'missing' },
  ],
  'each document and section that is cited exists': [
    plant('astro/a.ts', '// See spec §9.', 'section 9 of docs/spec/spec.md'),
    plant('astro/a.ts', '\n/** As in domain.md\n * part 7. */', 'section 7 of docs/domain/domain.md', 2),
    plant('web/a.ts', '// ux.md R2', 'docs/spec/ux.md, which does not exist'),
    plant('web/a.ts', '// manual.md §2', 'no document of ours'),
    plant('web/a.ts', '// (docs/decisions/009)', 'docs/decisions/009, which does not exist'),
    plant('web/a.ts', '// docs/domain/event.md', 'docs/domain/event.md, which does not exist'),
    plant('web/a.ts', '// See record 009.', 'record 009, which does not exist'),
  ],
  'each decision record is listed': [
    {
      plant: { 'docs/decisions/README.md': '| 003 | [C](003-c.md) |' },
      at: 'docs/decisions/001-a.md:1',
      says: 'is not listed',
    },
    { plant: { 'docs/decisions/003-c.md': undefined }, at: 'docs/decisions/README.md:2', says: 'which is gone' },
    { plant: { 'docs/decisions/README.md': undefined }, at: 'docs/decisions/README.md:1', says: 'missing' },
  ],
  'SQL lies in repositories and migrations only': [
    plant('server/ca/a.service.ts', '\nawait sql<number>`select 1`.execute(db)', 'template', 2),
    plant('server/ca/a.service.ts', "db.query('SELECT a\\nFROM b')", 'SQL text'),
    plant('server/ca/a.service.ts', `db.query(\`update ca.a set b = \${c}\`)`, 'SQL text'),
    plant('identity/a.ts', "db.query('insert into identity.record values (1)')", 'SQL text'),
    plant('server/platform/a.ts', "client.query('begin')", 'SQL text'),
    plant('server/platform/a.ts', "client.query('create table a (b int)')", 'SQL text'),
    plant('server/platform/a.ts', "client.query('notify events')", 'SQL text'),
  ],
  'a query of messages regards those that were withdrawn, or says why not': [
    plant(
      'server/ca/a.repository.ts',
      '\nexport async function list(tx) {\n  return sql<Row>`select id from ca.cdm where id = 1`.execute(tx)\n}',
      'withdrawn_at',
      2,
    ),
    plant(
      'server/odt/a.repository.ts',
      'const one = (tx) => sql`select 1 from a join ca.cdm m on true`',
      'withdrawn_at',
    ),
  ],
  'queries are SQL text, never built': [
    plant('server/ca/a.service.ts', 'db.selectFrom("ca.conjunction")', 'builds a query (.selectFrom)'),
    plant('server/ca/a.repository.ts', '\ntx.insertInto("ca.cdm").values(row)', 'sql`…`', 2),
    plant('server/ca/a.repository.test.ts', 'tx.updateTable("ca.cdm").set(row)', '(.updateTable)'),
  ],
  'only server/platform/config.ts reads the environment': [
    plant('server/ca/a.ts', 'const port = process.env.APSIS_PORT', 'add the setting'),
    plant('server/start.ts', '\nconst port = process.env.APSIS_PORT', 'add the setting', 2),
    plant('server/ca/a.ts', 'run(process.env)', 'add the setting'),
    plant('server/ca/a.ts', "import { env } from 'node:process'", 'imports the environment'),
    plant('server/ca/a.ts', 'const { PORT } = globalThis.process.env', 'add the setting'),
  ],
  'only web/api calls the server': [
    plant('web/ca/a.ts', "await fetch('/api/v1/ca/cdms')", 'uses fetch'),
    plant('web/ca/a.ts', "await window.fetch('/x')", 'uses fetch'),
    plant('web/ca/a.ts', 'const call = fetch', 'uses fetch'),
    plant('web/ca/a.ts', "new EventSource('/api/v1/events')", 'uses EventSource'),
  ],
  'what is asked outside goes by one way, and so through the proxy': [
    plant('server/ca/a.ts', "await fetch('https://a.example')", 'uses fetch'),
    plant('identity/a.ts', "await globalThis.fetch('https://a.example')", 'uses fetch'),
    plant('server/ca/a.ts', "import { request as send } from 'node:https'", 'imports what asks by HTTP'),
    plant('server/ca/a.ts', "import { Agent, type Server } from 'node:http'", 'imports what asks by HTTP'),
    plant('server/ca/a.ts', "import https from 'node:https'", 'imports what asks by HTTP'),
    plant(
      'server/ca/a.ts',
      "import { ProxyAgent } from 'undici'\nimport * as http from 'http'",
      'imports what asks by HTTP',
      2,
    ),
  ],
  'a failure is silent only for a reason that is written down': [
    plant('web/ca/a.ts', "\nuseQuery({ meta: { silent: 'no-such' } })", 'for no listed reason (no-such)', 2),
    plant('web/ca/a.ts', 'const a = { meta: { silent: true } }', 'for no listed reason'),
    plant('web/ca/a.ts', "import { call } from '../api/call.ts'\ntry { call() } catch {}", 'tells nobody', 2),
    plant('web/ca/a.ts', "import { call } from '../api/call.ts'\ncall().catch(() => 1)", 'tells nobody', 2),
    plant('web/ca/a.ts', 'client.fetchQuery(a).then(show, hide)', 'tells nobody'),
    plant('web/ca/a.ts', "import { call } from '../api/call.ts'\nPromise.allSettled([call()])", 'tells nobody', 2),
    plant(
      'web/api/silence.data.ts',
      "export const CAUGHT = {\n  'web/ca/b.ts': 'It is told there.',\n}",
      'remove it',
      2,
    ),
  ],
  'a regular expression takes linear time': [
    plant(
      'server/delivery/content/mail.ts',
      '\nexport const a = (text: string) => text.replace(/\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d Z|[\\p{L}\\d]+(?:-[\\p{L}\\d]+)+/gu, "")',
      'more than linear',
      2,
    ),
    plant('web/docs/guide/section.ts', 'const a = /^\\s*\\|?[\\s|:-]*-{3,}[\\s|:-]*$/', 'more than linear'),
    plant('ccsds/a.ts', 'const a = /(\\d+)\\s*D\\b/', 'more than linear'),
    plant('server/a.ts', "const a = new RegExp('^(a+)+$')", 'exponential'),
    plant('contract/a.ts', 'const a = /\\s+$/', 'let it begin at one place alone'),
    plant('identity/a.ts', 'const a = /^(a|a)*b/', 'exponential'),
    plant('cli/a.ts', 'const a = /^.*,.*$/', 'more than linear'),
    plant('tools/house/patterns.data.ts', 'export const ALLOWED_PATTERNS = {}', 'remove it'),
  ],
  'the time is given, not read': [
    plant('astro/a.ts', 'const a = Date.now()', 'reads the clock'),
    plant('astro/a.ts', 'const a = (now = Date.now) => now()', 'reads the clock'),
    plant('ccsds/a.ts', 'const a = new Date()', 'reads the clock'),
    plant('contract/a.ts', 'const a = performance.now()', 'reads the clock'),
    plant('web/ca/a.tsx', '\nconst a = new Date', 'reads the clock', 2),
    plant('server/ca/a.service.ts', 'const a = globalThis.Date.now()', 'reads the clock'),
  ],
  'astro, ccsds and contract touch nothing outside': [
    plant('astro/a.ts', 'const a = Math.random()', 'uses Math.random'),
    plant('astro/a.ts', "const a = await fetch('/x')", 'uses fetch'),
    plant('astro/a.ts', "console.log('x')", 'uses console'),
    plant('ccsds/a.ts', 'const a = globalThis.process.env', 'uses process'),
  ],
  'no zero stands in for a number that is missing': [
    plant('astro/a.ts', '\nexport const first = (list: readonly number[]) => list[0] ?? 0', 'write ?? missing()', 2),
    plant('astro/a.ts', 'export const cell = (m: readonly (readonly number[])[]) => m[0]?.[1] ?? 0', 'takes 0'),
    plant('server/ca/a.ts', 'const sigma = Math.sqrt(row[i] ?? 0)', 'takes 0'),
    plant('astro/a.ts', 'export const last = (list: readonly number[]) => list.at(-1) ?? 0', 'takes 0'),
    plant('astro/a.ts', 'export const end = (steps: readonly { t: number }[]) => steps[0]?.t ?? 0', 'takes 0'),
  ],
  'tolerances have names': [
    plant('astro/a.test.ts', "\ntest('a', () => expect(found).toBeCloseTo(2, 9))", 'without a name', 2),
    plant('ccsds/a.test.ts', "test('a', () => expect(found).toBeCloseTo(2))", 'without a name'),
    plant('server/ca/a.test.ts', "test('a', () => expect(all).toEqual([expect.closeTo(2, 9)]))", 'without a name'),
    plant('server/ca/a.test.ts', "test('a', () => expect(off).toBeLessThan(1e-9 * size))", 'say why'),
    plant('astro/a.test.ts', "test('a', () => expect(Math.abs(found - 7)).toBeLessThan(50))", 'without a name'),
    plant('astro/a.test.ts', "test('a', () => expect(norm(subtract(found, there))).toBeLessThan(3))", 'without a name'),
  ],
  'lengths of time are those of astro/constants.ts': [
    plant('server/ca/a.ts', '\nconst HOUR_MS = 60 * 60_000', 'import it from astro/constants.ts', 2),
    plant('web/ca/a.ts', 'const isOld = ageMs > 7 * 86_400_000', 'of its own'),
    plant('cli/a.ts', 'const SECONDS_PER_DAY = 86_400', 'of its own'),
    plant('astro/a.ts', 'const spanS = 7 * 86_400', 'of its own'),
  ],
  'effects only where something outside React must be kept in step': [
    plant('web/ca/a.tsx', "import { useEffect } from 'react'\nuseEffect(() => {})", 'uses useEffect', 2),
    plant('web/ca/a.tsx', 'React.useLayoutEffect(() => {})', 'uses useLayoutEffect'),
    plant('web/ca/a.tsx', '\nexport const A = () => <span hidden ref={() => keep()} />', 'ignores its element', 2),
  ],
  'only syntax that can be erased, parsed without error': [
    plant('server/a.ts', 'enum A { B }', 'an enum'),
    plant('server/a.ts', 'namespace A { export const b = 1 }', 'a namespace'),
    plant('server/a.ts', '\nclass A { constructor(private b: number) {} }', 'parameter property', 2),
    plant('server/a.ts', '@injectable() class A {}', 'a decorator'),
    plant('server/a.ts', 'const = 1', 'cannot be parsed'),
  ],
  'exports have names': [
    plant('server/a.ts', 'export default 1', 'default export'),
    plant('server/a.ts', 'const a = 1\nexport { a as default }', 'default export', 2),
  ],
  'every test runs, asserts, and mocks nothing of ours': [
    plant('astro/a.test.ts', testOf("test('a', () => { run() })"), 'without an expect', 2),
    plant('astro/a.test.ts', testOf("test.each([1])('a', () => { run() })"), 'without an expect', 2),
    plant('astro/a.test.ts', testOf("test.skipIf(b).each([1])('a', () => { run() })"), 'without an expect', 2),
    plant('astro/a.test.ts', testOf("test.only('a', () => { expect(1).toBe(1) })"), 'test.only', 2),
    plant('astro/a.test.ts', testOf("test.skip('a', () => { expect(1).toBe(1) })"), 'test.skip', 2),
    plant('astro/a.test.ts', testOf("test('b', () => expect(1))\ntest.todo('a')"), 'test.todo', 3),
    plant('astro/a.test.ts', testOf("test('b', () => expect(1))\nvi.mock('./a.ts')"), 'mocks a module', 3),
    plant('astro/a.test.ts', testOf("test('b', () => expect(1))\nvi.spyOn(a, 'b')"), 'mocks a module', 3),
    plant(
      'astro/a.test.ts',
      testOf("test('b', () => expect(1))\ntest.each([])('%i', () => expect(1))"),
      'without a row',
      3,
    ),
    plant('astro/a.test.ts', testOf("test.skipIf(true)('b', () => expect(1))"), 'is left out', 2),
    plant('astro/a.test.ts', testOf("test.runIf(false)('b', () => expect(1))"), 'is left out', 2),
    plant('astro/a.test.ts', testOf("test('b', () => expect(1), 60_000)"), 'a limit without a reason', 2),
    plant('astro/a.test.ts', testOf("test('b', { timeout: 60_000 }, () => expect(1))"), 'a limit without a reason', 2),
    plant('e2e/a.e2e.ts', 'export const a = 1', 'has no test'),
    plant('e2e/a.e2e.ts', testOf("test('b', async () => {\n  expect(await a.count()).toBe(2)\n})"), 'counts once', 3),
  ],
  'nothing names a registry or a place on one machine': [
    plant('.npmrc', 'registry=https://registry.example.org/', 'names the registry'),
    plant('docs/a.md', 'a\nclone it to /home/somebody/apsis', 'one machine only', 2),
    plant('server/a.ts', "const a = '/Users/somebody'", 'one machine only'),
  ],
  'nothing is left to do in a comment': [
    plant('server/a.ts', '// TODO: the rest', 'says TODO'),
    plant('docs/a.md', 'a\nFIXME', 'says FIXME', 2),
  ],
  'numbers and times are written in one way': [
    plant('web/ca/a.tsx', 'const text = (2.5).toFixed(1)', 'writes a number'),
    plant('web/ca/a.ts', 'a\nnew Date(0).toLocaleString()', 'web/clock/', 2),
    plant('web/ca/a.ts', "new Intl.NumberFormat('de')", 'web/ui/format/'),
  ],
  'each member is checked by the compiler': [plant('cli/a.ts', '', 'missing')].map((one) => ({
    ...one,
    at: 'cli/tsconfig.json:1',
  })),
}
