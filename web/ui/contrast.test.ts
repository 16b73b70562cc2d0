import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** Returns the colours that a block of a style sheet defines, as [light, dark]. */
function coloursOf(text: string): ReadonlyMap<string, readonly [string, string]> {
  const found = new Map<string, readonly [string, string]>()
  for (const [, name = '', light = '', dark, only] of text.matchAll(
    /(--[\w-]+): (?:light-dark\((#\w{6}), (#\w{6}|transparent)\)|(#\w{6}));/g,
  ))
    found.set(name, only ? [only, only] : [light, dark ?? light])
  return found
}

const usual = coloursOf(css('./tokens.css'))
const [chosen = '', asked = ''] = css('./contrast.css').split('@media (prefers-contrast: more)')
const more = coloursOf(asked.split('@media')[0] ?? '')

/** Returns the relative luminance (WCAG 2.2), which the contrast ratio uses. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function ratio(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const GROUNDS = ['--bg-page', '--bg-panel', '--bg-inset', '--bg-raised', '--bg-hover', '--bg-selected']
const INKS = ['--ink-1', '--ink-2', '--ink-3', '--accent']
const SYMBOLS = ['inactive', 'pending', 'ok', 'caution', 'serious', 'critical'].map((level) => `--st-${level}`)
const SERIES = ['--series-1', '--series-2', '--series-3', '--series-4']

type Colours = ReturnType<typeof coloursOf>
/** Returns the pairs of a foreground and a ground that are below the required ratio. */
function tooLow(colours: Colours, [fronts, backs]: readonly [string[], string[]], wanted: number): string[] {
  const of = (name: string, theme: 0 | 1) => (colours.get(name) ?? usual.get(name))?.[theme] ?? '#000000'
  return ([0, 1] as const).flatMap((theme) =>
    fronts.flatMap((front) =>
      backs
        .filter((back) => ratio(of(front, theme), of(back, theme)) < wanted)
        .map((back) => `${theme === 0 ? 'light' : 'dark'} ${front} on ${back}`),
    ),
  )
}

test('luminance: the contrast of black and white is 21 : 1, as in WCAG', () => {
  expect(ratio('#000000', '#ffffff')).toBeCloseTo(21, 10)
})

test('tokens: every ink has at least 4.5 : 1 on every ground, controls and series 3 : 1', () => {
  expect(usual.size).toBeGreaterThan(30)
  expect(tooLow(usual, [INKS, GROUNDS], 4.5)).toEqual([])
  expect(tooLow(usual, [['--on-accent'], ['--accent-fill', '--accent-fill-hover']], 4.5)).toEqual([])
  expect(
    tooLow(
      usual,
      [
        ['--line-control', ...SERIES],
        ['--bg-page', '--bg-panel', '--bg-inset'],
      ],
      3,
    ),
  ).toEqual([])
})

test('tokens: a symbol has at least 3 : 1 on every ground by its fill, or in the light theme by its border', () => {
  const drawn = new Map(usual)
  for (const name of SYMBOLS) drawn.set(name, [usual.get(`${name}-line`)?.[0] ?? '', usual.get(name)?.[1] ?? ''])
  expect(tooLow(drawn, [SYMBOLS, GROUNDS], 3)).toEqual([])
})

test('contrast: no ink, not even a disabled one, is below 7 : 1 on any ground', () => {
  expect(tooLow(more, [[...INKS, '--ink-4'], GROUNDS], 7)).toEqual([])
  expect(tooLow(more, [['--on-accent'], ['--accent-fill', '--accent-fill-hover']], 7)).toEqual([])
  expect(
    tooLow(
      more,
      [
        [...SERIES, '--line-control'],
        ['--bg-page', '--bg-panel', '--bg-inset'],
      ],
      7,
    ),
  ).toEqual([])
  expect(
    tooLow(
      more,
      [
        ['--line-1', '--line-2'],
        ['--bg-page', '--bg-panel'],
      ],
      7,
    ),
  ).toEqual([])
})

test('contrast: the chosen theme and the theme of the system setting are the same, with black ground and white ink', () => {
  expect([...coloursOf(chosen)]).toEqual([...more])
  expect(more.get('--bg-page')?.[1]).toBe('#000000')
  expect(more.get('--ink-1')?.[1]).toBe('#ffffff')
  for (const block of [chosen, asked]) expect(block).toMatch(/--line-w: 2px;\s+--focus-w: 3px;/)
})
