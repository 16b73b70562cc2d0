import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe finds in a part of the page, whatever its weight, as lines to read; without a part, in all of it. */
export async function findings(page: Page, part = 'body'): Promise<string[]> {
  await page.evaluate(axe.source)
  const violations: axe.Result[] = await page.evaluate(async (within) => {
    const found = await Reflect.get(globalThis, 'axe').run(within, { resultTypes: ['violations'] })
    return found.violations
  }, part)
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html }) => `${impact} ${id}: ${html.slice(0, 160)}`),
  )
}

/** Of these, what keeps somebody from using the page. */
export async function graveFindings(page: Page): Promise<string[]> {
  return (await findings(page)).filter((line) => /^(serious|critical) /.test(line))
}
