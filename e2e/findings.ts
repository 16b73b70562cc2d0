import axe from 'axe-core'
import type { Page } from 'playwright-core'

const THEMES = ['dark', 'light', 'contrast'] as const
export type Theme = (typeof THEMES)[number]
/** The rules of axe whose result depends on colours. Only colours differ between themes: web/ui/themes.test.ts. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Returns all findings of axe in a part of the page, or in all of it, as lines of text. */
export async function findings(page: Page, part = 'body'): Promise<string[]> {
  return examine(page, { part })
}

/** Returns the findings that would prevent a person from using the page. */
export async function graveFindings(page: Page): Promise<string[]> {
  return (await findings(page)).filter(isGrave)
}

/** Returns all findings of axe in the first theme; in the other themes, which have the same markup, only those that depend on colours. */
export async function findingsInThemes(
  page: Page,
  { part = 'body', themes = THEMES }: { readonly part?: string; readonly themes?: readonly Theme[] } = {},
): Promise<string[]> {
  const found: string[] = []
  for (const theme of themes) {
    await page.evaluate(async (name) => {
      document.documentElement.dataset.theme = name
      // While colours change gradually, a background has the colour of neither theme.
      const changes = document.getAnimations().filter((one) => one instanceof CSSTransition)
      await Promise.allSettled(changes.map(({ finished }) => finished))
    }, theme)
    const lines = await examine(page, { part, ...(theme === themes[0] ? {} : { rules: COLOUR_RULES }) })
    found.push(...lines.map((line) => `${line} (${theme})`))
  }
  return found
}

/** Returns, for each theme, the findings that would prevent a person from using the page. */
export async function graveFindingsInThemes(page: Page, themes?: readonly Theme[]): Promise<string[]> {
  return (await findingsInThemes(page, themes ? { themes } : {})).filter(isGrave)
}

const isGrave = (line: string) => /^(serious|critical) /.test(line)

async function examine(
  page: Page,
  { part, rules }: { readonly part: string; readonly rules?: readonly string[] },
): Promise<string[]> {
  // Loading the script takes a page longer than most of the searches.
  if (!(await page.evaluate(() => Reflect.has(globalThis, 'axe')))) await page.evaluate(axe.source)
  const options = { resultTypes: ['violations'], ...(rules ? { runOnly: { type: 'rule', values: rules } } : {}) }
  const violations: axe.Result[] = await page.evaluate(
    async ([within, how]) => (await Reflect.get(globalThis, 'axe').run(within, how)).violations,
    [part, options] as const,
  )
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html }) => `${impact} ${id}: ${html.slice(0, 160)}`),
  )
}
