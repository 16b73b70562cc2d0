import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const WEB = join(import.meta.dirname, '..')

/** The declarations of every block for a theme in a sheet. */
function declarationsOfThemes(sheet: string): string[] {
  return [...sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]*\[data-theme[^{}]*)\{([^{}]*)\}/g)].flatMap(
    ([, , body = '']) =>
      body
        .split(';')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
  )
}

const sheets = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css') && !/node_modules|^dist/.test(file))
  .map((file) => ({ file, text: readFileSync(join(WEB, file), 'utf8') }))
  .map(({ file, text }) => ({ file, text, declarations: declarationsOfThemes(text) }))

test('a theme sets tokens and nothing else, so that its pages share their markup with every other', () => {
  const themed = sheets.filter(({ declarations }) => declarations.length > 0)
  const names = themed.map(({ file }) => file)
  expect(names).toEqual(expect.arrayContaining(['ui/tokens.css', 'ui/contrast.css']))
  const others = themed.flatMap(({ file, declarations }) =>
    declarations.filter((one) => !/^(--[\w-]+|color-scheme)\s*:/.test(one)).map((one) => `${file}: ${one}`),
  )
  expect(others).toEqual([])
})

test('no sheet takes the rules of another: they would come again, after those of every page that is open', () => {
  expect(sheets.length).toBeGreaterThan(50)
  expect(sheets.filter(({ text }) => /composes:[^;]*\bfrom\b/.test(text)).map(({ file }) => file)).toEqual([])
})
