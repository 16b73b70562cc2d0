import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds in the page inside the frame, whatever its weight, as lines to read; the frame has its own journeys. */
export async function findings(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { violations } = await Reflect.get(globalThis, 'axe').run('main')
    return violations.flatMap(({ id, impact, nodes }: { id: string; impact: string; nodes: { html: string }[] }) =>
      nodes.map(({ html }) => `${impact} ${id}: ${html.slice(0, 160)}`),
    )
  })
}
