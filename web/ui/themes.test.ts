import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const WEB = join(import.meta.dirname, '..')

/** Returns the declarations of every theme block of a style sheet. */
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

test('a theme sets only tokens, so that all themes share the same markup', () => {
  const themed = sheets.filter(({ declarations }) => declarations.length > 0)
  const names = themed.map(({ file }) => file)
  expect(names).toEqual(expect.arrayContaining(['ui/tokens.css', 'ui/contrast.css']))
  const others = themed.flatMap(({ file, declarations }) =>
    declarations.filter((one) => !/^(--[\w-]+|color-scheme)\s*:/.test(one)).map((one) => `${file}: ${one}`),
  )
  expect(others).toEqual([])
})

test('no sheet composes from another: the composed rules would be repeated after the rules of every open page', () => {
  expect(sheets.length).toBeGreaterThan(50)
  expect(sheets.filter(({ text }) => /composes:[^;]*\bfrom\b/.test(text)).map(({ file }) => file)).toEqual([])
})
