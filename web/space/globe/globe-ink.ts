import type { GlobeInk, Rgb } from './globe-canvas.ts'

/** The tokens of the colours. */
const TOKENS = {
  ink: '--ink-1',
  one: '--series-1',
  two: '--series-2',
  accent: '--accent',
  sea: '--bg-hover',
  land: '--line-3',
  coast: '--line-control',
  grid: '--line-3',
  night: '--bg-page',
} as const
/** Land is this much of its colour over the sea. */
const LAND_SHARE = { dark: 0.65, light: 0.42 }

/** Returns the colours of the theme, which the browser computes for the style of the canvas. */
export function inkOf(canvas: HTMLCanvasElement): GlobeInk {
  const colourOf = (token: string): Rgb => {
    canvas.style.setProperty('accent-color', `var(${token})`)
    const [r = 0, g = 0, b = 0] =
      getComputedStyle(canvas)
        .accentColor.match(/[\d.]+/g)
        ?.map(Number) ?? []
    return [r / 255, g / 255, b / 255]
  }
  const tone = Object.fromEntries(Object.entries(TOKENS).map(([name, token]) => [name, colourOf(token)])) as Record<
    keyof typeof TOKENS,
    Rgb
  >
  const isDark = tone.ink[1] > 0.5
  const share = isDark ? LAND_SHARE.dark : LAND_SHARE.light
  const mixed = (k: 0 | 1 | 2) => share * tone.land[k] + (1 - share) * tone.sea[k]
  return {
    ...tone,
    land: [mixed(0), mixed(1), mixed(2)],
    sea: isDark ? tone.sea : colourOf('--bg-raised'),
    night: isDark ? tone.night : tone.ink,
    isDark,
  }
}
