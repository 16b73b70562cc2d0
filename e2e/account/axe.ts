import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds, whatever its weight, as lines to read. */
export async function findings(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { violations } = await Reflect.get(globalThis, 'axe').run()
    return violations.flatMap(({ id, impact, nodes }: { id: string; impact: string; nodes: { html: string }[] }) =>
      nodes.map(({ html }) => `${impact} ${id}: ${html.slice(0, 160)}`),
    )
  })
}
