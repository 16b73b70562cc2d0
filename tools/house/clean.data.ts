const lines = (...text: readonly string[]): string => `${text.join('\n')}\n`
const member = (name: string, more: object = {}): string =>
  JSON.stringify({ name: `@apsis/${name}`, type: 'module', ...more }, null, 2)
const compiler = '{ "extends": "../tsconfig.base.json" }'

/** A small project that breaks no rule, and comes as near to each as is allowed. */
export const CLEAN: Readonly<Record<string, string>> = {
  'package.json': member('root', { devDependencies: { vitest: '5.1.0' } }),
  'package-lock.json': '{ "packages": { "node_modules/zod": { "integrity": "sha512-abc" } } }\n',
  'README.md': 'Install with `npm start`. Chromium of Debian is /usr/bin/chromium.\n',
  'TOUR.md': lines(
    'A request goes from `web/ca/conjunctions.page.tsx` to `server/ca/`, see also `@apsis/astro/units.ts`.',
    'The call is `GET /api/v1/ca/conjunctions`, the page `/ca/conjunctions`, a kind `x.repository.ts`, a type `A<B/C>`.',
  ).replace('`x.repository.ts`', '`*.repository.ts`'),
  'docs/spec/spec.md': lines('# Specification', '## 3. Fields'),
  'docs/domain/domain.md': lines('# Domain', '## C6 Probability'),
  'docs/decisions/001-a.md': '# 001: A\n',
  'docs/decisions/003-c.md': '# 003: C\n',
  'docs/decisions/README.md': lines('| 001 | [A](001-a.md) |', '| 003 | [C](003-c.md) |', '| 002 | never used |'),
  'docs/dependencies.md': lines(
    '| Member | Package | What for | Without it |',
    '|---|---|---|---|',
    '| contract | `zod` | schemas | by hand |',
    '| server | `kysely` | queries | text |',
    '| web | `react` | screens | the DOM |',
  ),
  'astro/package.json': member('astro'),
  'astro/tsconfig.json': compiler,
  'astro/units.ts': lines(
    '/** The radians (spec §3, domain.md C6) of an angle in degrees; `fetch` and Date.now() in a comment are words. */',
    'export function toRadians(deg: number): number {',
    '  return (deg * Math.PI) / 180',
    '}',
  ),
  'astro/units.test.ts': lines(
    "import { readFileSync } from 'node:fs'",
    "import { expect, test } from 'vitest'",
    "import { toRadians } from './units.ts'",
    'const near = (a: number, b: number) => expect(Math.abs(a - b)).toBeLessThan(1e-9)',
    "test('toRadians of half a turn', () => near(toRadians(180), Math.PI))",
    "test.each([1, 2])('reads %d', () => { expect(readFileSync('x')).toBeDefined() })",
  ),
  'contract/package.json': member('contract', { dependencies: { zod: '4.6.7' } }),
  'contract/tsconfig.json': compiler,
  'contract/openapi.ts': "export const document = { path: '/api/v1/ca/openapi/' }\n",
  'contract/ca/conjunction.ts': lines(
    "import { z } from 'zod'",
    'export const Conjunction = z.strictObject({ at: z.string() })',
    "export const listConjunctions = { path: '/api/v1/ca/conjunctions' } as const",
    "export const getConjunction = { ...listConjunctions, path: '/api/v1/ca/conjunctions/{conjunction-id}' } as const",
  ),
  'contract/notifications/notification.ts': "export const list = { path: '/api/v1/notifications' } as const\n",
  'server/package.json': member('server', { dependencies: { kysely: '0.29.9', '@apsis/contract': '0.3.4' } }),
  'server/tsconfig.json': compiler,
  'server/identity.ts': lines(
    "import { startIdentity } from '@apsis/identity/identity.ts'",
    "import { readConfig } from './platform/config.ts'",
    'startIdentity(readConfig(process.env))',
  ),
  'server/start.ts': lines(
    "import { conjunctionRoutes } from './ca/conjunction.routes.ts'",
    "import { readConfig } from './platform/config.ts'",
    'readConfig(process.env, conjunctionRoutes, Date.now())',
  ),
  'server/platform/config.ts': 'export const readConfig = (env = process.env) => env.APSIS_PORT\n',
  'server/platform/clock.ts': 'export const since = (at: number, now = Date.now): number => now() - at\n',
  'server/ca/conjunction.routes.ts': lines(
    "import * as contract from '@apsis/contract/ca/conjunction.ts'",
    "import type { Names } from '@apsis/contract/notifications/notification.ts'",
    "import { readConfig } from '../platform/config.ts'",
    "import { notify } from '../notifications/notification.service.ts'",
    'export const conjunctionRoutes = (names: Names) => [contract.getConjunction, readConfig, notify, names]',
  ),
  'server/ca/screening.job.ts': "export const screening = { name: 'ca.screening' }\n",
  'server/ca/conjunction.repository.ts': lines(
    "import { sql } from 'kysely'",
    'export const list = () => [sql`select a from ca.conjunction`, sql`select 1`]',
  ),
  'server/ca/conjunction.test.ts': lines(
    "import { expect, test } from 'vitest'",
    "import '../start.ts'",
    "test('list answers from the database', () => { expect('select 1 from x').toBe(process.env.URL ?? Date.now()) })",
  ),
  'server/notifications/notification.routes.ts': lines(
    "import * as contract from '@apsis/contract/notifications/notification.ts'",
    "export const routes = [contract.list, 'select a satellite, then update it', 'begin at the top']",
  ),
  'server/notifications/notification.service.ts': lines(
    'export const notify = (now: Date, performance: { now(): number }) => new Date(now.getTime() + performance.now())',
  ),
  'server/migrations/0001-ca-conjunction.sql': 'create table ca.conjunction (id text);\n',
  'identity/package.json': member('identity'),
  'identity/tsconfig.json': compiler,
  'identity/identity.ts': 'export const startIdentity = (...given: unknown[]) => given\n',
  'web/package.json': member('web', { dependencies: { react: '19.3.1' } }),
  'web/tsconfig.json': compiler,
  'web/index.html': '<!doctype html>\n',
  'web/vite.config.ts': "import { join } from 'node:path'\nexport default { root: join('a', 'b') }\n",
  'web/ui/format/number.ts': 'export const formatNumber = (value: number) => value.toFixed(1)\n',
  'web/ui/format/number.test.ts':
    "import { expect, test } from 'vitest'\ntest('a', () => expect((1).toFixed(1)).toBe('1.0'))\n",
  'web/paths.ts': "export const paths = { conjunctions: '/ca/conjunctions' }\n",
  'web/routes.tsx': lines(
    'export const routes = [',
    "  { path: '', redirect: 'x' },",
    "  { path: '/ca', redirect: '/ca/conjunctions' },",
    "  { path: '/ca/conjunctions', component: () => import('./ca/conjunctions.page.tsx') },",
    "  { path: '/tnc', component: () => import('./tnc/tnc.page.tsx') },",
    ']',
  ),
  'web/ca/conjunctions.page.tsx': lines(
    "import { call } from '../api/call.ts'",
    "import { now } from '../clock/now.ts'",
    "import { paths } from '../paths.ts'",
    "import { Button } from '../ui/button.tsx'",
    'export const Conjunctions = () => <Button to={paths.conjunctions} at={new Date(now())} act={() => call(fetchOptions())} />',
    'const fetchOptions = () => ({ fetch: true })',
  ),
  'web/tnc/tnc.page.tsx': 'export const Terms = () => <p>select one from the list</p>\n',
  'web/api/call.ts':
    "import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'\nexport const call = (x: unknown): Promise<Conjunction> => fetch(String(x))\n",
  'web/api/silence.data.ts': lines(
    "export const SILENT_WORK = { 'known-work': 'The dialog shows the failure.' } as const",
    "export const CAUGHT = { 'web/tnc/told.ts': 'The row shows the failure.' }",
  ),
  'web/ca/silent.ts': lines(
    "import { call } from '../api/call.ts'",
    "import { raise } from '../notify/raise.ts'",
    "export const a = { meta: { silent: 'known-work' } }",
    'export const b = () => call(1).catch((failure: unknown) => raise(failure))',
    'export const c = () => { try { return b() } catch (failure) { if (failure) throw failure } }',
  ),
  'web/notify/raise.ts': 'export const raise = (failure: unknown) => failure\n',
  'web/tnc/told.ts': "import { call } from '../api/call.ts'\nexport const told = () => call(1).catch(() => 1)\n",
  'web/tnc/stored.ts': 'export const stored = () => { try { return localStorage.length } catch { return 0 } }\n',
  'web/clock/now.ts': 'export const now = () => Date.now()\n',
  'web/ui/button.tsx':
    "import { useState } from 'react'\nexport const Button = (given: object) => <button {...useState(given)} />\n",
}
