import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createMetrics } from '../platform/operation/metrics.ts'
import type { Platform } from '../platform/operation/platform.ts'
import { PROJECT_DIR } from '../platform/process/version.ts'
import { createFigures } from './figures.ts'

const FOLDER = join(PROJECT_DIR, 'deploy', 'prometheus')
type Rules = { groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[] }
const rules = (parse(readFileSync(join(FOLDER, 'alerts.yaml'), 'utf8')) as Rules).groups.flatMap((one) => one.rules)

/** Returns the names of all metrics of an API process. */
async function known(): Promise<string[]> {
  const metrics = createMetrics({ process: 'test', version: 'test' })
  createFigures({ metrics } as unknown as Platform)
  return (await metrics.registry.getMetricsAsJSON()).map(({ name }) => name)
}

const namesIn = (expr: string) => expr.match(/\b(?:apsis|jobs|watchdog|http|auth|db|pool)_\w+/g) ?? []

test('every alert uses existing metrics, and describes the fault', async () => {
  const names = new Set(await known())
  expect(rules.length).toBeGreaterThan(0)
  for (const { alert, expr, annotations } of rules) {
    expect([alert, namesIn(expr).length]).not.toEqual([alert, 0])
    expect([alert, namesIn(expr).filter((name) => !names.has(name))]).toEqual([alert, []])
    expect(annotations.summary.length).toBeGreaterThan(20)
  }
})

test.each(['operation.md', 'operation.de.md'])('%s lists exactly the figures of the domain', async (file) => {
  const guide = readFileSync(join(PROJECT_DIR, 'docs', 'guide', 'platform', file), 'utf8')
  const listed = [...guide.matchAll(/^\| `(apsis_\w+)/gm)].map(([, name]) => name)
  expect(listed.sort()).toEqual((await known()).filter((name) => name.startsWith('apsis_')).sort())
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

test.runIf(hasPromtool)('promtool confirms that each alert fires when it should, and not before', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', join(FOLDER, 'alerts-test.yaml')], {
    encoding: 'utf8',
  })
  expect({ status, said: `${stdout}${stderr}` }).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') })
})
